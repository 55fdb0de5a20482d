"""The operations that formulas call: those with rules of their own, and those that are written in others."""

import ast
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from verifier.recheck.syntax import Call, Number, Tree

_PRIMITIVE: Final = """
abs(a) acos(a) argmax(X,axis=None) argmin(X,axis=None) asin(a) atan(a) avg_pool(X,kernel_size=2,stride=None)
binomial_cdf(k,n,p) capital_recovery(rate,nper) chi2_ppf(q,degrees) chi2_sf(x,degrees) columns(X) comb(n,k) concat(X)
conv2d(X,K,stride=1,padding=0) cos(a) cosh(a) count(X) cumprod(X,axis=None) cumsum(X,axis=None) det(A) diag(X)
diff(X,n=1,axis=None) dot(a,b) e() embedding(indices,table) entr(p) entropy(p,axis=None) erf(a) exp(a)
f_ppf(q,above,below) f_sf(x,above,below) factorial(n) flatten(X) gelu_tanh(a) gini(p,axis=None) hstack(X)
index(words,vocabulary) inv(A) log(a) log10(a) log2(a) lower(words) lstsq(A,b) mask(keep) matrix_rank(A)
max(X,axis=None) max_pool(X,kernel_size=2,stride=None) mean(X,axis=None) median(X,axis=None) min(X,axis=None)
norm(x,ord=None,axis=None) normal_ppf(q) percentile(X,q,axis=None) pi() poisson_cdf(k,mu) prod(X,axis=None)
quantile(X,q,axis=None) relu(a) repeat(X,repeats=1,axis=None) reshape(X,rows=-1,columns=None) round(a,digits=0,rule=4)
rows(X) sigmoid(X) silu(a) simpson_weights(x) sin(a) sinh(a) softmax(X,axis=1) solve(A,b) sort(X,axis=None) sqrt(a)
std(X,axis=None,ddof=0) student_t_ppf(q,degrees) student_t_sf(t,degrees) sum(X,axis=None) take(values,places) tan(a)
tanh(a) tile(X,rows=1,columns=None) trace(A) transpose(X) trunc(a,digits=0) unique(words) var(X,axis=None,ddof=0)
vstack(X) where(condition,x,y) xlogy(x,y)
"""
_DEFINED: Final = {
    "activation(X, gelu=0)": "relu(X) if gelu == 0 else gelu(X) if gelu == 1 else gelu_tanh(X)",
    "add_norm(X, Y, eps=0, ddof=0, outside=0, gain=1, bias=0)": "layer_norm(X + Y, eps, ddof, outside, gain, bias)",
    "attention(Q, K, V, mask=0)": "attention_weights(Q, K, mask) @ V",
    "attention_sublayer(X, W_Q, W_K, W_V, W_O, gain=1, bias=0, mask=0, b_Q=0, b_K=0, b_V=0, b_O=0, eps=0, ddof=0, "
    "outside=0, heads=1, pre_norm=0)": "X + self_attention(layer_norm(X, eps, ddof, outside, gain, bias), W_Q, W_K, "
    "W_V, W_O, heads, mask, b_Q, b_K, b_V, b_O) if pre_norm else layer_norm(X + self_attention(X, W_Q, W_K, W_V, W_O, "
    "heads, mask, b_Q, b_K, b_V, b_O), eps, ddof, outside, gain, bias)",
    "attention_weights(Q, K, mask=0)": "softmax(scaled_scores(Q, K) + mask)",
    "causal_mask(size)": "mask(visible(size))",
    "cross_attention(X, memory, W_Q, W_K, W_V, W_O, heads=1, mask=0, b_Q=0, b_K=0, b_V=0, b_O=0)": ""
    "multi_head_attention(X, memory, memory, W_Q, W_K, W_V, W_O, heads, mask, b_Q, b_K, b_V, b_O)",
    "cross_entropy(p, q)": "-sum(xlogy(p, q))",
    "cross_key(X, memory)": "memory",
    "cross_query(X, memory)": "X",
    "cross_value(X, memory)": "memory",
    "dense(X, W, b=0, gelu=0)": "activation(linear(X, W, b), gelu)",
    "feed_forward(X, W_1, W_2, b_1=0, b_2=0, gelu=0)": "linear(dense(X, W_1, b_1, gelu), W_2, b_2)",
    "feed_forward_sublayer(X, W_1, W_2, gain=1, bias=0, b_1=0, b_2=0, eps=0, ddof=0, outside=0, gelu=0, pre_norm=0)": ""
    "X + feed_forward(layer_norm(X, eps, ddof, outside, gain, bias), W_1, W_2, b_1, b_2, gelu) if pre_norm else "
    "layer_norm(X + feed_forward(X, W_1, W_2, b_1, b_2, gelu), eps, ddof, outside, gain, bias)",
    "gelu(a)": "a * (1 + erf(a / sqrt(2))) / 2",
    "greedy(scores, vocabulary)": "take(vocabulary, argmax(scores, axis=1))",
    "gru_cell(x, h, W_r, U_r, W_z, U_z, W_n, U_n, b_r=0, b_z=0, b_n=0, c_n=0)": "(1 - lstm_gate(x, h, W_z, U_z, b=b_z))"
    " * tanh(x @ W_n + b_n + lstm_gate(x, h, W_r, U_r, b=b_r) * (h @ U_n + c_n))"
    " + lstm_gate(x, h, W_z, U_z, b=b_z) * h",
    "head_columns(X, head, heads=1)": "X[:, head * (columns(X) / heads) : (head + 1) * (columns(X) / heads)]",
    "heads_attention(Q, K, V, heads=1, mask=0)": "Matrix(1, heads, lambda _row, _head: attention("
    "head_columns(Q, _head, heads), head_columns(K, _head, heads), head_columns(V, _head, heads), mask))",
    "kl_divergence(p, q)": "sum(xlogy(p, p) - xlogy(p, q))",
    "layer_norm(X, eps=0, ddof=0, outside=0, gain=1, bias=0)": "(X - mean(X, axis=1)) / "
    "(sqrt(var(X, axis=1, ddof=ddof) + eps) + outside) * gain + bias",
    "leaky_relu(X, negative_slope=0.01)": "max(X, 0) + negative_slope * min(X, 0)",
    "linear(X, W, b=0)": "X @ W + b",
    "lstm_cell(x, h, c, W_i, U_i, W_f, U_f, W_g, U_g, b_i=0, b_f=0, b_g=0)": "lstm_gate(x, h, W_f, U_f, b_f) * c + "
    "lstm_gate(x, h, W_i, U_i, b_i) * tanh(x @ W_g + h @ U_g + b_g)",
    "lstm_gate(x, h, W, U, b=0)": "sigmoid(x @ W + h @ U + b)",
    "lstm_output(x, h, new_c, W_o, U_o, b_o=0)": "lstm_gate(x, h, W_o, U_o, b_o) * tanh(new_c)",
    "masked(scores, keep)": "scores + mask(keep)",
    "mse(p, q)": "mean((p - q)**2)",
    "multi_head_attention(X, Y, Z, W_Q, W_K, W_V, W_O, heads=1, mask=0, b_Q=0, b_K=0, b_V=0, b_O=0)": ""
    "linear(heads_attention(linear(X, W_Q, b_Q), linear(Y, W_K, b_K), linear(Z, W_V, b_V), heads, mask), W_O, b_O)",
    "next_layer_input(output)": "output",
    "normal_cdf(x)": "(1 + erf(x / sqrt(2))) / 2",
    "normal_sf(x)": "(1 - erf(x / sqrt(2))) / 2",
    "output_projection(X, W, b=0)": "linear(X, W, b)",
    "poisson_pmf(k, mu)": "exp(-mu) * mu**k / factorial(k)",
    "positional_encoding(positions, width, base=10000, first=0)": "Matrix(positions, width, lambda pos, j: "
    "sin((pos + first) / base**(j / width)) if j % 2 == 0 else cos((pos + first) / base**((j - 1) / width)))",
    "scaled_scores(Q, K)": "scaling(Q @ K.T, K)",
    "scaling(scores, K)": "scores / sqrt(columns(K))",
    "self_attention(X, W_Q, W_K, W_V, W_O, heads=1, mask=0, b_Q=0, b_K=0, b_V=0, b_O=0)": ""
    "multi_head_attention(X, X, X, W_Q, W_K, W_V, W_O, heads, mask, b_Q, b_K, b_V, b_O)",
    "binomial_pmf(k, n, p)": "comb(n, k) * p**k * (1 - p)**(n - k)",
    "ceil(a)": "-(-a // 1)",
    "clip(a, least, most)": "min(max(a, least), most)",
    "corrcoef(X)": "cov(X, ddof=0) / (std(X, axis=1) @ std(X, axis=1).T)",
    "correlation(x, y)": "covariance(x, y, ddof=0) / (std(x) * std(y))",
    "cov(X, ddof=1)": "(X - mean(X, axis=1)) @ (X - mean(X, axis=1)).T / (columns(X) - ddof)",
    "cosine_similarity(a, b)": "dot(flatten(a), flatten(b)) / (norm(flatten(a)) * norm(flatten(b)))",
    "covariance(x, y, ddof=1)": "sum((flatten(x) - mean(x)) * (flatten(y) - mean(y))) / (columns(flatten(x)) - ddof)",
    "degrees(a)": "a * 180 / pi()",
    "expm1(a)": "exp(a) - 1",
    "eye(n)": "Matrix(n, n, lambda _i, _j: 1 if _i == _j else 0)",
    "floor(a)": "a // 1",
    "log1p(a)": "log(1 + a)",
    "logical_and(a, b)": "(a != 0) * (b != 0)",
    "logical_not(a)": "a == 0",
    "logical_or(a, b)": "1 - (a == 0) * (b == 0)",
    "maximum(a, b)": "max(a, b)",
    "minimum(a, b)": "min(a, b)",
    "npv(rate, values)": "sum(flatten(values) / (1 + rate)**Matrix(1, columns(flatten(values)), lambda _i, _j: _j))",
    "one_hot(indices, classes)": "Matrix(columns(flatten(indices)), classes, "
    "lambda _i, _j: 1 if flatten(indices)[0, _i] == _j else 0)",
    "ones(n, m)": "Matrix(n, m, lambda _i, _j: 1)",
    "outer(a, b)": "flatten(a).T @ flatten(b)",
    "radians(a)": "a * pi() / 180",
    "sign(a)": "(a > 0) - (a < 0)",
    "zeros(n, m)": "Matrix(n, m, lambda _i, _j: 0)",
    "zscore(X, axis=0, ddof=0)": "(X - mean(X, axis=1)) / std(X, axis=1, ddof=ddof) if rows(X) == 1 else "
    "(X - mean(X, axis=axis)) / std(X, axis=axis, ddof=ddof)",
    "atan2(y, x)": "atan(y / x) if x > 0 else pi() / 2 - atan(x / y) if y > 0 else -pi() / 2 - atan(x / y) if y < 0 "
    "else pi() if x < 0 else 0",
    "pmt(rate, nper, pv, fv=0, when=0)": "-(pv * capital_recovery(rate, nper) + "
    "fv * (capital_recovery(rate, nper) - rate)) / (1 + rate * when)",
    "simpson(y, x=0, dx=1)": "flatten(y) @ simpson_weights(flatten(x)).T if columns(flatten(x)) > 1 else "
    "dx * (flatten(y) @ simpson_weights(Matrix(1, columns(flatten(y)), lambda _i, _j: _j)).T)",
    "trapezoid(y, x=0, dx=1)": "sum((flatten(y)[:, 1:] + flatten(y)[:, :-1]) * diff(flatten(x))) / 2 "
    "if columns(flatten(x)) > 1 else sum(flatten(y)[:, 1:] + flatten(y)[:, :-1]) / 2 * dx",
    "softplus(X)": "log(1 + exp(X))",
    "visible(size)": "Matrix(size, size, lambda _query, _key: 1 if _key <= _query else 0)",
}
VARIADIC: Final = frozenset({"hstack", "vstack", "concat", "max", "min"})
"""Operations of any number of arrays."""


class Operation(NamedTuple):
    """The names of its arrays, its options with their defaults, and the formula that defines it, if one does."""

    arrays: tuple[str, ...]
    options: dict[str, Fraction | None]
    definition: str | None


def _read(header: str, definition: str | None) -> tuple[str, Operation]:
    tree = ast.parse(header, mode="eval").body
    assert isinstance(tree, ast.Call)
    assert isinstance(tree.func, ast.Name)
    arrays = tuple(argument.id for argument in tree.args if isinstance(argument, ast.Name))
    given = {option.arg or "": ast.literal_eval(option.value) for option in tree.keywords}
    options = {key: None if value is None else Fraction(str(value)) for key, value in given.items()}
    return tree.func.id, Operation(arrays, options, definition)


@cache
def operations() -> dict[str, Operation]:
    """All operations by name."""
    return dict([*(_read(header, None) for header in _PRIMITIVE.split()), *(_read(*one) for one in _DEFINED.items())])


def axis_of(call: Call) -> Tree | None:
    """The axis that a call names, else the default of its operation; None for all cells."""
    options = dict(call.options)
    if "axis" in options:
        return options["axis"]
    made = operations().get(call.operation)
    usual = None if made is None else made.options.get("axis")
    return None if usual is None else Number(usual)
