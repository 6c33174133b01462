//! Names of homelands as printed across the maps, by map (R6).

/// A homeland's slug and its name on the board.
type Names = &'static [(&'static str, &'static str)];

pub const ITALIA: Names = &[
    ("etruria", "Etruria"),
    ("latium", "Latium"),
    ("samnium", "Samnium"),
    ("magna-graecia", "Megálē Hellás"),
    ("sikelia", "Sikelía"),
    ("boii", "Boii"),
    ("insubres", "Insubres"),
    ("africa", "Africa"),
    ("sardinia", "Sardinia"),
    ("liburnia", "Liburnia"),
    ("dalmatia", "Dalmatia"),
    ("cenomani", "Veneti"),
];

pub const BRITANNIA: Names = &[
    ("catuvellauni", "Catuvellauni"),
    ("dobunni", "Dobunni"),
    ("coritani", "Coritani"),
    ("cantium", "Cantium"),
    ("brigantes", "Brigantes"),
    ("dumnonia", "Dumnonia"),
    ("cambria", "Cambria"),
    ("gododdin", "Gododdin"),
    ("pictavia", "Pictavia"),
    ("ulaid", "Ulaid"),
    ("laigin", "Laigin"),
    ("insulae", "Insulae"),
];

pub const VIKINGS: Names = &[
    ("danir", "Danir"),
    ("selund", "Selund"),
    ("vestfold", "Vestfold"),
    ("sviar", "Svíar"),
    ("saxonia", "Saxonia"),
    ("obodriti", "Obodriti"),
    ("frisia", "Frisia"),
    ("northumbria", "Northumbria"),
    ("wessex", "Wessex"),
    ("eire", "Éire"),
    ("neustria", "Neustria"),
    ("balti", "Balti"),
];

pub const TAIFAS: Names = &[
    ("toledo", "Ṭulayṭula"),
    ("castilla", "Castilla"),
    ("zaragoza", "Saraqusṭa"),
    ("leon", "León"),
    ("badajoz", "Baṭalyaws"),
    ("sevilla", "Išbīliya"),
    ("denia", "Dāniya"),
    ("catalunya", "Catalunya"),
    ("granada", "Ġarnāṭa"),
    ("almoravides", "Almoravids"),
    ("aquitania", "Aquitania"),
];

pub const ORIENT: Names = &[
    ("canaan", "Kinaḫḫi"),
    ("qatna", "Qaṭna"),
    ("yamhad", "Yamḫad"),
    ("egypt", "Kemet"),
    ("hittites", "Ḫatti"),
    ("mitanni", "Mitanni"),
    ("assyria", "Aššur"),
    ("aegean", "Aegean"),
    ("babylon", "Bābili"),
    ("elam", "Elam"),
    ("kassites", "Kassites"),
    ("hurrians", "Ḫurri"),
];

pub const HUNS: Names = &[
    ("moesia", "Moesia"),
    ("visigothi", "Tervingi"),
    ("ostrogothi", "Greuthungi"),
    ("constantinopolis", "Constantinopolis"),
    ("dacia", "Dacia"),
    ("antae", "Antae"),
    ("huni", "Huni"),
    ("macedonia", "Macedonia"),
    ("pannonia", "Pannonia"),
    ("bosporus", "Bosporus"),
    ("alani", "Alani"),
    ("sclaveni", "Sclaveni"),
];
