"""The words of authors: names of functions, what stands before and after an equality, and units."""

from typing import Final


def words_of(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


IN_OTHER_LANGUAGES: Final = {
    "sen": "sin",
    "tg": "tan",
    "arcsen": "asin",
    "arctg": "atan",
    **dict.fromkeys(("mcd", "MCD", "mdc", "MDC", "pgcd", "PGCD", "NWD", "\u041d\u041e\u0414"), "gcd"),
    **dict.fromkeys(("mcm", "MCM", "mmc", "MMC", "ppcm", "PPCM", "NWW", "\u041d\u041e\u041a"), "lcm"),
}
"""Names of functions that are letters of mathematics where no bracket touches them."""

FUNCTIONS: Final = {
    **IN_OTHER_LANGUAGES,
    "exp": "exp",
    "sqrt": "sqrt",
    "ln": "ln",
    "log": "log",
    "lg": "log",
    "log10": "log10",
    "log2": "log2",
    "log_10": "log10",
    "log_2": "log2",
    "log\u2082": "log2",
    "log\u2081\u2080": "log10",
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "arcsin": "asin",
    "arccos": "acos",
    "arctan": "atan",
    "sinh": "sinh",
    "cosh": "cosh",
    "tanh": "tanh",
    "sigmoid": "sigmoid",
    "Sigmoid": "sigmoid",
    "relu": "relu",
    "ReLU": "relu",
    "RELU": "relu",
    "Relu": "relu",
    **dict.fromkeys(("gcd", "GCD", "hcf", "HCF", "ggT"), "gcd"),
    **dict.fromkeys(("lcm", "LCM", "kgV"), "lcm"),
    "erf": "erf",
    "max": "max",
    "min": "min",
    "abs": "abs",
}
"""Names of functions, in text and after a backslash, with their operations."""

OF_VECTORS: Final = {
    "softmax": "softmax",
    "Softmax": "softmax",
    "mean": "mean",
    "norm": "norm",
    "dot": "dot",
    **dict.fromkeys(("median", "Median"), "median"),
    **dict.fromkeys(("std", "stdev", "Std"), "std"),
    **dict.fromkeys(("var", "Var"), "var"),
    **dict.fromkeys(("tr", "Tr", "trace"), "trace"),
}
"""Names of functions of vectors, which are words of running text as well, with their operations."""

_LEADING_ABROAD: Final = words_of(
    """also somit daher folglich damit dann demnach ergibt erhalten erhält berechnet rechnet rechnen rechnest du
    calcule calculons calculez calculamos calculas calcoliamo calcolate
    donc ainsi alors obtient obtenons vaut luego entonces obtenemos obtiene resulta tanto
    là vậy bằng jadi maka adalah yaitu deci rezultă siis joten tehát azaz yani altså dermed
    quindi dunque allora perciò pertanto ottiene otteniamo risulta vale portanto logo então assim obtemos obtém
    zatem stąd więc czyli wtedy otrzymujemy wynosi tedy proto takže dus daarom volgt geeft
    alltså därför altså derfor får
    où отже тоді звідси маємо отримаємо отримуємо одержуємо дорівнює становить
    значит тогда итак следовательно получаем получим поэтому отсюда равняется"""
)
"""Words of other languages that lead to a result: they say so, then, hence, we obtain and the like."""

LEADING: Final = _LEADING_ABROAD | words_of(
    """is are was be get gets got give gives gave giving have has having so thus then therefore hence obtain obtains
    obtained means yields yield yielding as that because since where namely example compute computes computing
    calculate calculates calculating calculation result results equals equal becomes find finds check e.g i.e eg
    ie total sum step answer solution output now here finally first second third next value indeed similarly
    likewise again es \u00e8 \u00e9 son sono s\u00e3o est sont ist sind fa as\u00ed \u00e4r er je hat
    haben l\u00e0 c\u00f3
    \u0440\u0430\u0432\u0435\u043d \u0440\u0430\u0432\u043d\u0430 \u0440\u0430\u0432\u043d\u043e"""
)
"""Words after which an expression begins: none of them is a part of it, as `of`, `by` and `minus` are."""

LEADING_PAIRS: Final = {
    "by": words_of("given computed calculated obtained estimated defined found expressed"),
    "to": words_of(
        """equal equals up amounts amount amounted evaluates evaluate comes come came sums sum summed adds added works
        worked reduces simplifies leads lead"""
    ),
    "in": words_of("results result"),
    "a": words_of("y il elle on"),
    "ha": words_of("si ci"),
    **dict.fromkeys(
        ("us", "me", "him", "it"), words_of("costs cost gives give gave leaves left saves makes earns pays")
    ),
}
"""Words that lead to an expression only behind others: `given by`, `is equal to`, `results in`."""

GIVING: Final = words_of("gives give yields yield get gets obtain obtains")
"""Words behind others which lead to a result, and never stand in an expression."""

PARTING: Final = words_of("and or but while whereas then so thus hence therefore")
"""Words between two statements, which never stand in an expression of numbers."""

COMPARED: Final = words_of("with against versus vs")
"""Words between two statements that compare these or give the second one too: `47%, against 57/150 = 38%`."""

SAYING: Final = words_of("is are was were equals becomes")
"""Words that say what the word before them is, behind the number of a name: `With q = 3 the sum is 3 + 3 = 6`."""

PARTING_ABROAD: Final = words_of(
    "e y a i o u et ou en og ed ve ja \u00e9s \u0219i \u015fi \u0438 \u0430 \u0456 \u0439 und oder och"
)
"""Words of other languages for `and` and `or`, of which those of a letter are names as well."""

OPENING: Final = words_of("And But Also Und Et Y E En Och Og \u0418")
"""Words that begin a sentence, and are no part of an expression there."""

JOINED: Final = words_of(
    """of off minus plus times twice thrice half by log sqrt root squared cubed divided multiplied exponential logarithm
    negative percent over per sine cosine tangent double triple not"""
)
"""Words before mathematics that may be a part of it."""

BEFORE: Final = JOINED | words_of(
    """and or to from with without than between versus vs base power square cube inverse reciprocal factorial
    absolute average mean median max min maximum minimum variance under mod through until till nor less more least
    most table figure fig section chapter page pages line lines step exercise problem question part version no
    number numbers item row column level grade week day year century note"""
)
"""Words before an expression in running text that may be a part of it, or that it numbers."""

NUMBERED: Final = words_of(
    """step day week month year example exercise question problem part case option scenario phase task item trial test
    schritt tag woche monat jahr beispiel aufgabe teil fall variante versuch szenario
    étape jour semaine mois année exercice exemple partie cas option question tableau scénario client cliente groupe
    élève équipe essai neurone couche itération époque nœud machine ville
    paso día semana mes año ejercicio ejemplo caso opción parte escenario
    passo dia mês ano exercício exemplo opção cenário giorno settimana mese anno esercizio esempio
    stap dag maand jaar voorbeeld opgave krok dzień tydzień miesiąc rok przykład zadanie
    \u0448\u0430\u0433 \u0434\u0435\u043d\u044c \u043d\u0435\u0434\u0435\u043b\u044f \u043c\u0435\u0441\u044f\u0446
    \u0433\u043e\u0434 \u043f\u0440\u0438\u043c\u0435\u0440 \u0437\u0430\u0434\u0430\u0447\u0430"""
)
"""Words whose number a colon ends, and which measure nothing that has a ratio."""

OF_OPERANDS: Final = BEFORE | words_of(
    """half halves third thirds fourth fourths quarters fifth fifths sixth sixths seventh sevenths eighth eighths ninth
    ninths tenth tenths hundredth hundredths thousandth thousandths percent percents percentage fraction part parts
    share portion root roots cubes squares sine cosine tangent arcsine arccosine arctangent secant logarithm log ln exp
    exponential sqrt sin cos tan function negative opposite complement conjugate multiple multiples double twice triple
    times sum product difference quotient ratio deviation value magnitude norm size length determinant trace derivative
    integral limit dozen pair pairs out one two three four five six seven eight nine ten all any each every some many
    most none both either rest instead because term copy solution excess
    remainder modulus floor ceiling transpose rank dimension order degree place lieu claim form kind"""
)
"""Words before `of` whose number is not that of what stands behind it."""

UNITS: Final = words_of(
    """percent per million millions billion billions trillion thousand thousands hundred hundreds dozen dozens doz
    gross ream reams bytes byte bits bit kilobytes megabytes gigabytes terabytes hours hour minutes minute seconds
    second days day weeks week months month years year times squared cubed degrees degree radians meters metres
    meter metre miles mile feet foot inches inch yards grams gram kilograms pounds ounces liters litres cents cent
    dollars dollar euros points pounds mod modulo choose plus minus divided multiplied over remainder units pct mol
    moles joules watts volts amps percentage epochs mil millones millionen milliards milliarden mille tausend half
    halves thirds third quarter quarters fourths tenths hundredths modulus base binary hex lakh lakhs lac lacs crore
    crores arab bn mn mio mrd mld mln milliarde milliard bilh\u00f5es milh\u00f5es mil\u00f5es miljoen miljard
    milioni miliardi"""
)
"""Words after a number that may change what it counts, or go on with the expression."""

COMPARING: Final = words_of(
    ". as more faster slower higher lower larger greater bigger smaller longer shorter better worse"
)
"""What stands behind `times` if that ends an expression: a number or a name there would be a factor."""

MEASURES: Final = words_of(
    """m cm mm km nm dm kg g mg s ms h hr hrs min J kJ MJ mW W kW MW GW kWh V mV kV A mA N kN Pa kPa MPa mol mmol mols
    L mL ml mls K M mM Hz rpm ppm mph yr yrs kyr Myr Gyr
    kHz MHz GHz dB bytes byte bits bit kB KB MB GB hours hour minutes minute seconds second days day weeks week months
    month years year degrees degree radians meters metres meter metre miles feet inches yards grams gram kilograms
    pounds ounces liters litres cents dollars euros moles joule joules watt watts volt volts amp amps newton newtons
    pascal pascals hertz epochs atoms molecules
    unit units USD EUR GBP CHF JPY CAD AUD INR kNm Nm Nmm Wh MWh mAh GPa hPa kmol
    rad mrad bps kbps Mbps Gbps kΩ MΩ mΩ µA μA µF μF µH μH nF pF µs μs ns mH µg μg µL μL µm μm µC μC µV μV"""
)
"""Units that stand behind a number in running text, and nothing else."""

ABROAD: Final = {
    "h": words_of("Stunden heure heures hora horas ore uur uren timmar godzin godziny"),
    "min": words_of("Minuten minuto minutos minuti minuut minuten minuter minut minuty"),
    "s": words_of("Sekunden seconde secondes segundo segundos secondi seconden sekunder sekund sekundy"),
    "day": words_of("Tage Tagen jour jours d\u00eda d\u00edas dias giorno giorni dag dagen dagar dni"),
    "week": words_of("Wochen semaine semaines semana semanas settimana settimane weken veckor tygodni tygodnie"),
    "month": words_of("mo mos Monate Monaten mois meses mesi maand maanden m\u00e5nader miesi\u0119cy miesi\u0105ce"),
    "year": words_of("Jahre Jahren ans ann\u00e9es a\u00f1o a\u00f1os anos anni jaar jaren lat lata"),
    "L": words_of("Liter Litern litro litros litri litr\u00f3w"),
    "m": words_of("Meter Metern m\u00e8tre m\u00e8tres metro metros metri metr\u00f3w"),
    "km": words_of("Kilometer Kilometern kilom\u00e8tres kil\u00f3metros quil\u00f4metros chilometri kilometr\u00f3w"),
    "cm": words_of("Zentimeter Zentimetern centim\u00e8tres cent\u00edmetros centimetri"),
    "g": words_of("Gramm grammes gramos gramas grammi gram\u00f3w"),
    "kg": words_of("Kilogramm kilogrammes kilogramos quilogramas chilogrammi kilogram\u00f3w"),
}
"""Units in words of other languages behind numbers of running text, by the sign or the word for the same."""

SPOKEN: Final = frozenset[str]().union(*ABROAD.values()) | words_of(
    """lb lbs oz mcg gtt gtts tsp tbsp mEq ft yd mi gal psi sq cu AU ksf psf pcf plf lbf kgf kph bpm fps rps IU hp ha ly
    TB PB KiB MiB GiB TiB Kbps QPS RPS TPS FLOPS GFLOPS TFLOPS GFLOPs TFLOPs eV keV MeV GeV Gy mGy Sv mSv Bq kBq MBq lm
    dL cL nC mC pC mmHg Wb VA kVA Ah BTU tab tabs sqft sqm cal kcal kip kips ksi kbit Mbit Gbit kvar kohm tonne tonnes
    ton tons kilo kilos zł kr Kč SEK NOK DKK PLN CZK BRL MXN RUB TRY lakh lakhs crore crores FLOP FLOPs MFLOPs PFLOPs
    milliamps milliamp millivolts millivolt milliwatts kilovolts kilowatts megawatts gigawatts kilojoules megajoules
    kilonewtons kilopascals megapascals kilohertz megahertz gigahertz milliseconds microseconds nanoseconds picoseconds
    millimeters millimetres centimeters centimetres kilometers kilometres milliliters millilitres milligrams micrograms
    microfarads nanofarads picofarads kilohms kiloohms megohms ohms ohm Ohms Ohm ps fs
    dollar euro inch px pcs HP TL Ft lei Rs VND LOC UAH RON BGN HUF FTE point points pts Std Stk Pkt \u00c5
    kilocalories kilocalorie \u0433\u0440\u043d \u0440\u0443\u0431 \u043b\u0432"""
)
"""Units of running text whose letters may be names in mathematics."""

COUNTED: Final = words_of(
    """mo wk yr qtr sec person people head guest child adult student pupil class worker employee member patient customer
    client user visitor household family team player ticket seat room night trip visit ride lap shift session lesson
    course match round order delivery call message request query line word page book copy sheet slice piece part item
    unit widget pack packet pallet package parcel box bag sack can jar cup glass bottle carton case crate bucket tray
    tin barrel bundle roll pair set lot batch load tank table chair egg apple orange loaf cake pie pizza cookie muffin
    meal serving portion dose tablet pill vial capsule drop bar gal gallon pint quart oz lb ton tonne acre hectare mi ft
    yd yard car bus truck train bike tree plant flower cow hen bird dog cat wall floor door window tile brick board
    card coin share bond stock token step cycle frame pixel layer node core cell row column symbol Monat Jahr Tag Woche
    Stunde mois jour semaine heure mes año día semana hora ano mês dia mese anno giorno maand jaar dag uur"""
)
"""Words behind `/` that say what an amount is for each of, and are hardly names of quantities."""

NO_UNITS: Final = words_of(
    """if and or for where otherwise when with is are by of from to not mod modulo rem remainder r plus minus times over
    divided multiplied squared cubed percent base so then thus since because e i j d x y z n k t p binary hex half
    choose in at each th st nd rd"""
)
"""Words in text behind a number of mathematics that are no units."""

BEHIND_UNITS: Final = words_of("of in at by to from with for when where if is are each since because so thus then")
"""Those of them that may go on behind a unit, as in `hours of waiting`."""

SCALES: Final = words_of(
    "cent cents mille mil thousand thousands million millions billion billions hundred hundreds dozen"
)
"""Words behind `per` that change a number."""

HALVES: Final = words_of("half third quarter fourth tenth hundredth thousandth percent")
"""Words behind `a` that may go on with a number; a quarter is three months as well."""

POINTING: Final = words_of(
    """this that the these those our your his her its their general course them which particular fact practice to each
    every"""
)
"""Words behind `in`, `of` and `up` that make these no units: `in this example`, `in each case`, `of them`, `up to`."""

TOTALS: Final = words_of("all total fact sum both interest")
"""Words behind `in` that make it no unit of length, and no system of numbers."""

BESIDE_MONEY: Final = words_of("in of a an")
"""Words that are no units behind an amount of money, whatever they are behind other numbers."""

ROUNDED: Final = words_of("rounded rounding rounds round nearest approximately approx roughly figures significant")
"""Words behind a whole number that may say that it is not rounded to units."""

WRONG: Final = words_of(
    """wrong wrongly incorrect incorrectly mistake mistaken mistakenly mistakes erroneous erroneously fallacy
    erratum errata misconception misconceptions pitfall pitfalls puzzle riddle beginners forgot forgetting
    nonsense naively tempting absurd contradiction impossible bogus misprint typo blunder"""
)
"""Words of a paragraph in which an author may quote wrong arithmetic on purpose."""
