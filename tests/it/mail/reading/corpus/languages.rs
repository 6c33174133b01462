//! What people write around an order in ten languages, and what their programs add.

pub struct Language {
    pub greeting: &'static str,
    pub before: &'static str,
    pub thanks: &'static str,
    pub farewell: &'static str,
    pub wrote: &'static str,
    pub device: &'static str,
    pub labels: [&'static str; 4],
    pub sentence: &'static str,
}

const WHO: &str = "Ravenpost <raven@raven.example>";

impl Language {
    /// The line before a quote.
    pub fn header(&self) -> String {
        self.wrote.replace("WHO", WHO)
    }
}

pub const LANGUAGES: [Language; 10] = [
    Language {
        greeting: "Hi Ravenpost,",
        before: "here is my move, sorry for the wait.",
        thanks: "Thanks for the game!",
        farewell: "Best regards,",
        wrote: "On Thu, 20 Nov 2025 at 09:00, WHO wrote:",
        device: "Sent from my iPhone",
        labels: ["From", "Sent", "To", "Subject"],
        sentence: "if you leave the harbour I will hold my hand",
    },
    Language {
        greeting: "Guten Abend,",
        before: "hier kommt mein Zug, Entschuldigung für die Verspätung.",
        thanks: "Vielen Dank und bis bald!",
        farewell: "Mit freundlichen Grüßen",
        wrote: "Am Do., 20. Nov. 2025 um 09:00 Uhr schrieb WHO:",
        device: "Von meinem iPhone gesendet",
        labels: ["Von", "Gesendet", "An", "Betreff"],
        sentence: "wenn du den Hafen räumst, halte ich still",
    },
    Language {
        greeting: "Bonjour à tous,",
        before: "voici mon coup, désolé du retard.",
        thanks: "Merci et à bientôt !",
        farewell: "Cordialement,",
        wrote: "Le jeu. 20 nov. 2025 à 09:00, WHO a écrit :",
        device: "Envoyé de mon iPhone",
        labels: ["De", "Envoyé", "À", "Objet"],
        sentence: "si tu quittes le port je reste en paix",
    },
    Language {
        greeting: "Hola a todos:",
        before: "aquí va mi jugada, perdón por la tardanza.",
        thanks: "Muchas gracias",
        farewell: "Un saludo",
        wrote: "El jue, 20 nov 2025 a las 9:00, WHO escribió:",
        device: "Enviado desde mi iPhone",
        labels: ["De", "Enviado", "Para", "Asunto"],
        sentence: "si dejas el puerto no te ataco",
    },
    Language {
        greeting: "Hej allihopa,",
        before: "här kommer mitt drag, ursäkta dröjsmålet.",
        thanks: "Tack för den här gången",
        farewell: "Med vänliga hälsningar",
        wrote: "Den tors 20 nov. 2025 kl 09:00 skrev WHO:",
        device: "Skickat från min iPhone",
        labels: ["Från", "Skickat", "Till", "Ämne"],
        sentence: "om du lämnar hamnen håller jag fred",
    },
    Language {
        greeting: "Kære alle",
        before: "her er mit træk, undskyld ventetiden.",
        thanks: "Tak for spillet",
        farewell: "Venlig hilsen",
        wrote: "Den tor. 20. nov. 2025 kl. 09.00 skrev WHO:",
        device: "Sendt fra min iPhone",
        labels: ["Fra", "Sendt", "Til", "Emne"],
        sentence: "hvis du forlader havnen holder jeg fred",
    },
    Language {
        greeting: "Hei alle sammen!",
        before: "her er trekket mitt, beklager at det tok tid.",
        thanks: "Takk for tålmodigheten",
        farewell: "Vennlig hilsen",
        wrote: "tor. 20. nov. 2025 kl. 09:00 skrev WHO:",
        device: "Sendt fra min iPhone",
        labels: ["Fra", "Sendt", "Til", "Emne"],
        sentence: "hvis du forlater havnen holder jeg fred",
    },
    Language {
        greeting: "Sæl og blessuð,",
        before: "hér kemur leikurinn minn, afsakið biðina.",
        thanks: "Kærar þakkir",
        farewell: "Bestu kveðjur,",
        wrote: "fim., 20. nóv. 2025 kl. 09:00 skrifaði WHO:",
        device: "Sent úr iPhone",
        labels: ["Frá", "Sent", "Til", "Efni"],
        sentence: "ef þú ferð úr höfninni held ég frið",
    },
    Language {
        greeting: "Dobrý den,",
        before: "posílám svůj tah, omlouvám se za zpoždění.",
        thanks: "Díky za hru",
        farewell: "S pozdravem",
        wrote: "čt 20. 11. 2025 v 9:00 odesílatel WHO napsal:",
        device: "Odesláno z iPhonu",
        labels: ["Od", "Odesláno", "Komu", "Předmět"],
        sentence: "když opustíš přístav, nechám tě být",
    },
    Language {
        greeting: "Dzień dobry,",
        before: "oto mój ruch, przepraszam za zwłokę.",
        thanks: "Dziękuję za grę",
        farewell: "Pozdrawiam serdecznie",
        wrote: "czw., 20 lis 2025 o 09:00 WHO napisał(a):",
        device: "Wysłano z iPhone'a",
        labels: ["Od", "Wysłano", "Do", "Temat"],
        sentence: "jeśli opuścisz port, zachowam pokój",
    },
];
