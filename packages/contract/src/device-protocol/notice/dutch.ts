import { fromTexts, type NoticeWords } from './notice-words.ts';

export const dutchWords: NoticeWords = {
  introduction:
    'Op dit apparaat houdt de beheerder toezicht die je de code heeft gegeven. Er wordt niets gedeeld voordat je het inschakelt. ' +
    'Je kunt zien wie wat wanneer heeft bekeken. Je kunt je keuzes wijzigen, de uren instellen waarin je deelt, pauzeren of vertrekken, op elk moment.',
  simpleIntroduction:
    'Wie jou de code gaf, wil op deze telefoon letten. Die persoon ziet niets voordat jij het aanzet. Je kunt altijd zien wie wat heeft ' +
    'bekeken. Je kunt dingen weer uitzetten, zeggen op welke uren, even stoppen of helemaal weggaan. Begrijp je iets niet, vraag het dan voordat je ja zegt.',
  guardianIntroduction:
    'Je wordt gevraagd te tekenen voor een kind in jouw zorg, op wiens apparaat een beheerder toezicht wil houden. Je handtekening schakelt niets in: het kind ' +
    'kiest op het apparaat wat het deelt, ziet wie wat wanneer heeft bekeken, en kan dat op elk moment wijzigen, de uren instellen, pauzeren of vertrekken. Als je van ' +
    'gedachten verandert, zeg het dan tegen de beheerder, of vertrek samen op het apparaat. In wat volgt is ‘je’ de persoon met het apparaat.',
  guardianDecides: 'Jouw beslissing als ouder of voogd. Het staat je vrij die te weigeren.',
  label: {
    purpose: 'Doel: ',
    legalBasis: 'Rechtsgrond: ',
    simplePurpose: 'Waarvoor: ',
    simpleLegalBasis: 'Waarom het mag: ',
  },
  guardian: (name) => `${name} weet hiervan. Af en toe gaan zij met de anderen na of het nog nodig is.`,
  purposes: {
    WORK: { plain: 'Dit is een apparaat voor het werk.', simple: 'Dit is een telefoon voor het werk.' },
    SCHOOL: { plain: 'Dit is een apparaat van de school.', simple: 'Dit is een telefoon van jouw school.' },
    FAMILY: { plain: 'Je familie let op dit apparaat.', simple: 'Je familie let op deze telefoon.' },
    OTHER: {
      plain: 'Je beheerder heeft er geen genoemd. Vraag het na.',
      simple: 'Niemand heeft opgeschreven waarom. Vraag het.',
    },
  },
  legalBases: {
    CONSENT: {
      plain: 'Jouw toestemming. Het staat je vrij die te weigeren, en op elk moment in te trekken.',
      simple: 'Omdat jij ja zegt. Je mag nee zeggen, en je mag je bedenken.',
    },
    CONTRACT: {
      plain: 'Een overeenkomst met jou, zoals je dienstverband.',
      simple: 'Omdat er een contract is getekend.',
    },
    LEGITIMATE_INTEREST: {
      plain:
        'Een gerechtvaardigd belang van wie deze server beheert. Je kunt er bezwaar tegen maken: vraag je beheerder.',
      simple:
        'Omdat de mensen die dit doen een goede reden hebben. Je mag vragen welke, en zeggen dat je het er niet mee eens bent.',
    },
    PARENTAL: {
      plain: 'De beslissing van je ouder of voogd.',
      simple: 'Omdat je ouder of voogd het heeft beslist.',
    },
  },
  colon: ': ',
  capability: fromTexts({
    CONTACTS: [
      'Contacten',
      'De namen, nummers, e-mailadressen en adressen in je adresboek.',
      'De namen en nummers van de mensen die je kent.',
    ],
    CALL_LOG: [
      'Oproepgeschiedenis',
      'Wie je hebt gebeld en wie jou heeft gebeld, wanneer en hoe lang.',
      'Wie je hebt gebeld, wie jou heeft gebeld, en hoe lang.',
    ],
    SMS: [
      'Sms-berichten',
      'De sms-berichten die je hebt ontvangen en verzonden.',
      'De berichten die je krijgt en stuurt.',
    ],
    CALENDAR: ['Agenda', 'De afspraken in je agenda.', 'Wat er in je agenda staat.'],
    GALLERY: [
      'Foto’s en video’s',
      'Kleine voorbeelden van je foto’s en video’s, en één in zijn geheel wanneer daarom wordt gevraagd.',
      'Kleine plaatjes van je foto’s en video’s. Ze kunnen om een hele vragen.',
    ],
    LOCATION: ['Locatie', 'Waar dit apparaat is.', 'Waar je telefoon is.'],
    FILES: [
      'Bestanden',
      'De bestanden in de gedeelde map: ze kunnen worden gelezen, toegevoegd, hernoemd en verwijderd.',
      'Wat er in de gedeelde map zit. Ze kunnen het lezen, er iets bij doen, hernoemen en verwijderen.',
    ],
    APPS: ['Geïnstalleerde apps', 'Welke apps zijn geïnstalleerd.', 'Welke apps je hebt.'],
    APP_PERMISSIONS: [
      'App-machtigingen',
      'Welke machtigingen deze app op je apparaat heeft.',
      'Wat deze app op je telefoon mag.',
    ],
    DEVICE_INFO: [
      'Apparaatgegevens',
      'Model, systeem, batterij, opslag, scherm en netwerk van dit apparaat.',
      'Wat voor telefoon het is, en hoe vol de batterij is.',
    ],
    CAMERA: [
      'Camera',
      'Een foto of een korte video, na een aftelling die je ziet en kunt stoppen. Of enkele minuten een livebeeld, als je dat telkens toestaat; je ziet wie er kijkt.',
      'Een foto of een korte video. Je ziet eerst een aftelling en kunt die stoppen. Of een paar minuten wat de camera nu ziet: ze vragen het je elke keer, je ziet wie er kijkt, en je kunt het stoppen.',
    ],
    MICROPHONE: [
      'Microfoon',
      'Een korte spraakopname, na een aftelling die je ziet en kunt stoppen. En het geluid van video’s en livebeelden.',
      'Een korte geluidsopname. Je ziet eerst een aftelling en kunt die stoppen. En het geluid van video’s en livebeelden.',
    ],
    CALL_RECORDING: [
      'Gespreksopname',
      'Een opname van een gesprek, na een aftelling die je ziet en kunt stoppen.',
      'Een opname van een telefoongesprek. Je ziet eerst een aftelling en kunt die stoppen.',
    ],
    NOTIFICATIONS: [
      'Meldingen',
      'Je beheerders kunnen je op dit apparaat een bericht tonen.',
      'Ze kunnen je op deze telefoon een bericht laten zien.',
    ],
  }),
};
