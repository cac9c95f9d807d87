import { fromTexts, type NoticeWords } from './notice-words.ts';

export const germanWords: NoticeWords = {
  introduction:
    'Dieses Gerät wird von dem Admin beaufsichtigt, der Ihnen den Code gegeben hat. Nichts wird geteilt, bevor Sie es einschalten. ' +
    'Sie sehen, wer wann was angesehen hat. Sie können Ihre Wahl jederzeit ändern, die Stunden festlegen, in denen Sie teilen, eine Pause machen oder gehen.',
  simpleIntroduction:
    'Wer dir den Code gegeben hat, möchte auf dieses Handy aufpassen. Diese Person sieht nichts, bevor du es einschaltest. Du kannst ' +
    'immer sehen, wer was angesehen hat. Du kannst alles wieder ausschalten, sagen, zu welchen Zeiten, eine Pause machen oder ganz aufhören. Wenn du ' +
    'etwas nicht verstehst, frag nach, bevor du Ja sagst.',
  guardianIntroduction:
    'Sie werden gebeten, für ein Kind zu unterschreiben, für das Sie sorgen und dessen Gerät ein Admin beaufsichtigen möchte. Ihre Unterschrift schaltet nichts ' +
    'ein: Das Kind wählt auf dem Gerät, was es teilt, sieht, wer wann was angesehen hat, und kann das jederzeit ändern, die Stunden festlegen, eine Pause ' +
    'machen oder gehen. Wenn Sie es sich anders überlegen, sagen Sie es dem Admin oder beenden Sie es gemeinsam auf dem Gerät. Im Folgenden ist mit ' +
    '„Sie“ die Person gemeint, der das Gerät gehört.',
  guardianDecides: 'Ihre Entscheidung als Eltern oder Vormund. Sie können sie verweigern.',
  label: {
    purpose: 'Zweck: ',
    legalBasis: 'Rechtsgrundlage: ',
    simplePurpose: 'Wofür: ',
    simpleLegalBasis: 'Warum das erlaubt ist: ',
  },
  guardian: (name) => `${name} weiß davon und prüft von Zeit zu Zeit mit den anderen, ob es noch nötig ist.`,
  purposes: {
    WORK: { plain: 'Dies ist ein Arbeitsgerät.', simple: 'Das ist ein Handy für die Arbeit.' },
    SCHOOL: { plain: 'Dies ist ein Gerät der Schule.', simple: 'Das ist ein Handy deiner Schule.' },
    FAMILY: {
      plain: 'Ihre Familie kümmert sich um dieses Gerät.',
      simple: 'Deine Familie passt auf dieses Handy auf.',
    },
    OTHER: {
      plain: 'Ihr Admin hat keinen angegeben. Fragen Sie nach.',
      simple: 'Niemand hat aufgeschrieben, wofür. Frag nach.',
    },
  },
  legalBases: {
    CONSENT: {
      plain: 'Ihre Einwilligung. Sie können sie verweigern und jederzeit widerrufen.',
      simple: 'Weil du Ja sagst. Du darfst Nein sagen, und du darfst es dir anders überlegen.',
    },
    CONTRACT: {
      plain: 'Ein Vertrag mit Ihnen, zum Beispiel Ihr Arbeitsvertrag.',
      simple: 'Weil ein Vertrag unterschrieben wurde.',
    },
    LEGITIMATE_INTEREST: {
      plain:
        'Ein berechtigtes Interesse des Betreibers dieses Servers. Sie können widersprechen: fragen Sie Ihren Admin.',
      simple:
        'Weil die Leute, die das betreiben, einen guten Grund haben. Du darfst fragen, welchen, und sagen, dass du dagegen bist.',
    },
    PARENTAL: {
      plain: 'Die Entscheidung Ihrer Eltern oder Ihres Vormunds.',
      simple: 'Weil deine Eltern oder dein Vormund es entschieden haben.',
    },
  },
  colon: ': ',
  capability: fromTexts({
    CONTACTS: [
      'Kontakte',
      'Namen, Nummern, E-Mail-Adressen und Anschriften in Ihrem Adressbuch.',
      'Die Namen und Nummern der Leute, die du kennst.',
    ],
    CALL_LOG: [
      'Anrufliste',
      'Wen Sie angerufen haben und wer Sie angerufen hat, wann und wie lange.',
      'Wen du angerufen hast, wer dich angerufen hat, und wie lange.',
    ],
    SMS: [
      'Textnachrichten',
      'Die Textnachrichten, die Sie empfangen und gesendet haben.',
      'Die Nachrichten, die du bekommst und schreibst.',
    ],
    CALENDAR: ['Kalender', 'Die Termine in Ihrem Kalender.', 'Was in deinem Kalender steht.'],
    GALLERY: [
      'Fotos und Videos',
      'Kleine Vorschaubilder Ihrer Fotos und Videos, und einzelne ganz, wenn danach gefragt wird.',
      'Kleine Bilder deiner Fotos und Videos. Sie können nach einem ganzen fragen.',
    ],
    LOCATION: ['Standort', 'Wo dieses Gerät ist.', 'Wo dein Handy ist.'],
    FILES: [
      'Dateien',
      'Die Dateien im geteilten Ordner: sie können gelesen, hinzugefügt, umbenannt und gelöscht werden.',
      'Was im geteilten Ordner liegt. Sie können es lesen, etwas dazulegen, umbenennen und löschen.',
    ],
    APPS: ['Installierte Apps', 'Welche Apps installiert sind.', 'Welche Apps du hast.'],
    APP_PERMISSIONS: [
      'App-Berechtigungen',
      'Welche Berechtigungen diese App auf Ihrem Gerät hat.',
      'Was diese App auf deinem Handy darf.',
    ],
    DEVICE_INFO: [
      'Gerätedaten',
      'Modell, System, Akku, Speicher, Bildschirm und Netz dieses Geräts.',
      'Was für ein Handy es ist und wie voll sein Akku ist.',
    ],
    CAMERA: [
      'Kamera',
      'Ein Foto oder ein kurzes Video, nach einem Countdown, den Sie sehen und stoppen können. Oder für einige Minuten ein Live-Bild, wenn Sie es jedes Mal erlauben; Sie sehen, wer zusieht.',
      'Ein Foto oder ein kurzes Video. Du siehst vorher einen Countdown und kannst ihn stoppen. Oder ein paar Minuten lang, was die Kamera gerade sieht: Du wirst jedes Mal gefragt, siehst, wer zusieht, und kannst es stoppen.',
    ],
    MICROPHONE: [
      'Mikrofon',
      'Eine kurze Tonaufnahme, nach einem Countdown, den Sie sehen und stoppen können. Und der Ton von Videos und Live-Bildern.',
      'Eine kurze Tonaufnahme. Du siehst vorher einen Countdown und kannst ihn stoppen. Und der Ton von Videos und Live-Bildern.',
    ],
    CALL_RECORDING: [
      'Anrufaufnahme',
      'Die Aufnahme eines Anrufs, nach einem Countdown, den Sie sehen und stoppen können.',
      'Die Aufnahme eines Anrufs. Du siehst vorher einen Countdown und kannst ihn stoppen.',
    ],
    NOTIFICATIONS: [
      'Benachrichtigungen',
      'Ihre Admins können Ihnen auf diesem Gerät eine Nachricht zeigen.',
      'Sie können dir auf diesem Handy eine Nachricht zeigen.',
    ],
  }),
};
