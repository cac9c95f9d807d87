import { fromTexts, type NoticeWords } from './notice-words.ts';

export const frenchWords: NoticeWords = {
  introduction:
    'Cet appareil sera supervisé par l’administrateur qui vous a donné le code. Rien n’est partagé tant que vous ne l’avez pas activé. ' +
    'Vous voyez qui a consulté quoi et quand. Vous pouvez à tout moment changer vos choix, fixer les heures de partage, faire une pause ou partir.',
  simpleIntroduction:
    'La personne qui t’a donné le code veut veiller sur ce téléphone. Elle ne voit rien tant que tu ne l’as pas activé. Tu peux toujours ' +
    'voir qui a regardé quoi. Tu peux tout désactiver, choisir les heures, arrêter un moment ou partir pour de bon. Si tu ne comprends pas ' +
    'quelque chose, demande avant de dire oui.',
  guardianIntroduction:
    'On vous demande de signer pour un enfant dont vous avez la charge et dont un administrateur veut superviser l’appareil. Votre signature n’active rien : ' +
    'l’enfant choisit sur l’appareil ce qu’il partage, voit qui a consulté quoi et quand, et peut à tout moment le changer, fixer les heures, faire une pause ' +
    'ou partir. Si vous changez d’avis, dites-le à l’administrateur ou partez ensemble sur l’appareil. Dans ce qui suit, « vous » est la personne ' +
    'qui a l’appareil.',
  guardianDecides: 'Votre décision en tant que parent ou tuteur. Vous êtes libre de la refuser.',
  label: {
    purpose: 'Finalité : ',
    legalBasis: 'Base légale : ',
    simplePurpose: 'À quoi ça sert : ',
    simpleLegalBasis: 'Pourquoi c’est permis : ',
  },
  guardian: (name) => `${name} est au courant et vérifie de temps en temps avec les autres si c’est encore nécessaire.`,
  purposes: {
    WORK: { plain: 'C’est un appareil de travail.', simple: 'C’est un téléphone pour le travail.' },
    SCHOOL: { plain: 'C’est un appareil de l’école.', simple: 'C’est un téléphone de ton école.' },
    FAMILY: { plain: 'Votre famille veille sur cet appareil.', simple: 'Ta famille veille sur ce téléphone.' },
    OTHER: {
      plain: 'Votre administrateur n’en a pas indiqué. Demandez-lui.',
      simple: 'Personne n’a écrit pourquoi. Demande.',
    },
  },
  legalBases: {
    CONSENT: {
      plain: 'Votre consentement. Vous êtes libre de le refuser et de le retirer à tout moment.',
      simple: 'Parce que tu dis oui. Tu peux dire non, et tu peux changer d’avis.',
    },
    CONTRACT: {
      plain: 'Un contrat avec vous, par exemple votre contrat de travail.',
      simple: 'Parce qu’un contrat a été signé.',
    },
    LEGITIMATE_INTEREST: {
      plain:
        'Un intérêt légitime de l’exploitant de ce serveur. Vous pouvez vous y opposer : demandez à votre administrateur.',
      simple:
        'Parce que ceux qui s’en occupent ont une bonne raison. Tu peux demander laquelle, et dire que tu n’es pas d’accord.',
    },
    PARENTAL: {
      plain: 'La décision de votre parent ou tuteur.',
      simple: 'Parce que ton parent ou ton tuteur l’a décidé.',
    },
  },
  colon: ' : ',
  capability: fromTexts({
    CONTACTS: [
      'Contacts',
      'Les noms, numéros, adresses e-mail et adresses de votre carnet.',
      'Les noms et numéros des gens que tu connais.',
    ],
    CALL_LOG: [
      'Historique des appels',
      'Qui vous avez appelé et qui vous a appelé, quand et combien de temps.',
      'Qui tu as appelé, qui t’a appelé, et combien de temps.',
    ],
    SMS: ['SMS', 'Les SMS que vous avez reçus et envoyés.', 'Les messages que tu reçois et envoies.'],
    CALENDAR: ['Agenda', 'Les événements de votre agenda.', 'Ce qu’il y a dans ton agenda.'],
    GALLERY: [
      'Photos et vidéos',
      'De petits aperçus de vos photos et vidéos, et l’une d’elles en entier sur demande.',
      'De petites images de tes photos et vidéos. On peut en demander une en entier.',
    ],
    LOCATION: ['Position', 'Où se trouve cet appareil.', 'Où est ton téléphone.'],
    FILES: [
      'Fichiers',
      'Les fichiers du dossier partagé : ils peuvent être lus, ajoutés, renommés et supprimés.',
      'Ce qu’il y a dans le dossier partagé. On peut le lire, y ajouter, renommer et supprimer.',
    ],
    APPS: ['Applications installées', 'Quelles applications sont installées.', 'Quelles applications tu as.'],
    APP_PERMISSIONS: [
      'Autorisations de l’application',
      'Quelles autorisations cette application a sur votre appareil.',
      'Ce que cette application peut faire sur ton téléphone.',
    ],
    DEVICE_INFO: [
      'Détails de l’appareil',
      'Modèle, système, batterie, stockage, écran et réseau de cet appareil.',
      'Quel téléphone c’est, et si sa batterie est pleine.',
    ],
    CAMERA: [
      'Caméra',
      'Une photo ou une courte vidéo, après un compte à rebours que vous voyez et pouvez arrêter. Ou une image en direct pendant quelques minutes, si vous l’autorisez à chaque fois ; vous voyez qui regarde.',
      'Une photo ou une courte vidéo. Tu vois d’abord un compte à rebours et tu peux l’arrêter. Ou ce que voit la caméra en ce moment, quelques minutes : on te demande à chaque fois, tu vois qui regarde et tu peux l’arrêter.',
    ],
    MICROPHONE: [
      'Microphone',
      'Un court enregistrement vocal, après un compte à rebours que vous voyez et pouvez arrêter. Et le son des vidéos et des images en direct.',
      'Un court enregistrement. Tu vois d’abord un compte à rebours et tu peux l’arrêter. Et le son des vidéos et des images en direct.',
    ],
    CALL_RECORDING: [
      'Enregistrement d’appels',
      'L’enregistrement d’un appel, après un compte à rebours que vous voyez et pouvez arrêter.',
      'L’enregistrement d’un appel. Tu vois d’abord un compte à rebours et tu peux l’arrêter.',
    ],
    NOTIFICATIONS: [
      'Notifications',
      'Vos administrateurs peuvent afficher un message sur cet appareil.',
      'On peut te montrer un message sur ce téléphone.',
    ],
  }),
};
