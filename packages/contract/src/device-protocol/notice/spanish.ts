import { fromTexts, type NoticeWords } from './notice-words.ts';

export const spanishWords: NoticeWords = {
  introduction:
    'Este dispositivo será supervisado por el administrador que le dio el código. No se comparte nada hasta que usted lo active. ' +
    'Puede ver quién miró qué y cuándo, cambiar sus decisiones, fijar las horas en que comparte, hacer una pausa o irse en cualquier momento.',
  simpleIntroduction:
    'La persona que te dio el código quiere cuidar de este teléfono. No ve nada hasta que tú lo actives. Siempre puedes ' +
    'ver quién miró qué. Puedes volver a desactivarlo, decir a qué horas, parar un rato o irte para siempre. Si no entiendes ' +
    'algo, pregunta antes de decir que sí.',
  guardianIntroduction:
    'Le pedimos que firme por un menor a su cargo, cuyo dispositivo quiere supervisar un administrador. Su firma no activa nada: el menor elige en el ' +
    'dispositivo qué comparte, ve quién miró qué y cuándo, y puede cambiarlo, fijar las horas, hacer una pausa o irse en cualquier momento. Si cambia de ' +
    'opinión, dígaselo al administrador o váyanse juntos en el dispositivo. En lo que sigue, «usted» es la persona que tiene el dispositivo.',
  guardianDecides: 'Su decisión como padre, madre o tutor. Es libre de rechazarla.',
  label: {
    purpose: 'Finalidad: ',
    legalBasis: 'Base jurídica: ',
    simplePurpose: 'Para qué: ',
    simpleLegalBasis: 'Por qué se puede: ',
  },
  guardian: (name) => `${name} lo sabe y de vez en cuando comprueba con los demás si todavía hace falta.`,
  purposes: {
    WORK: { plain: 'Es un dispositivo de trabajo.', simple: 'Es un teléfono para el trabajo.' },
    SCHOOL: { plain: 'Es un dispositivo de la escuela.', simple: 'Es un teléfono de tu escuela.' },
    FAMILY: { plain: 'Su familia cuida de este dispositivo.', simple: 'Tu familia cuida de este teléfono.' },
    OTHER: {
      plain: 'Su administrador no indicó ninguna. Pregúntele.',
      simple: 'Nadie escribió para qué. Pregunta.',
    },
  },
  legalBases: {
    CONSENT: {
      plain: 'Su consentimiento. Es libre de negarlo y de retirarlo en cualquier momento.',
      simple: 'Porque dices que sí. Puedes decir que no, y puedes cambiar de idea.',
    },
    CONTRACT: {
      plain: 'Un contrato con usted, por ejemplo su empleo.',
      simple: 'Porque se firmó un contrato.',
    },
    LEGITIMATE_INTEREST: {
      plain: 'Un interés legítimo de quien gestiona este servidor. Puede oponerse: pregunte a su administrador.',
      simple:
        'Porque quienes lo gestionan tienen una buena razón. Puedes preguntar cuál, y decir que no estás de acuerdo.',
    },
    PARENTAL: {
      plain: 'La decisión de su padre, madre o tutor.',
      simple: 'Porque lo decidió tu padre, tu madre o tu tutor.',
    },
  },
  colon: ': ',
  capability: fromTexts({
    CONTACTS: [
      'Contactos',
      'Los nombres, números, correos y direcciones de su agenda.',
      'Los nombres y números de la gente que conoces.',
    ],
    CALL_LOG: [
      'Historial de llamadas',
      'A quién llamó y quién le llamó, cuándo y cuánto tiempo.',
      'A quién llamaste, quién te llamó y cuánto tiempo.',
    ],
    SMS: ['Mensajes de texto', 'Los mensajes de texto que recibió y envió.', 'Los mensajes que recibes y envías.'],
    CALENDAR: ['Calendario', 'Los eventos de su calendario.', 'Lo que hay en tu calendario.'],
    GALLERY: [
      'Fotos y vídeos',
      'Pequeñas vistas previas de sus fotos y vídeos, y uno completo cuando se pida.',
      'Imágenes pequeñas de tus fotos y vídeos. Pueden pedir una entera.',
    ],
    LOCATION: ['Ubicación', 'Dónde está este dispositivo.', 'Dónde está tu teléfono.'],
    FILES: [
      'Archivos',
      'Los archivos de la carpeta compartida: se pueden leer, añadir, renombrar y borrar.',
      'Lo que hay en la carpeta compartida. Pueden leerlo, añadir, renombrar y borrar.',
    ],
    APPS: ['Aplicaciones instaladas', 'Qué aplicaciones están instaladas.', 'Qué aplicaciones tienes.'],
    APP_PERMISSIONS: [
      'Permisos de la aplicación',
      'Qué permisos tiene esta aplicación en su dispositivo.',
      'Qué puede hacer esta aplicación en tu teléfono.',
    ],
    DEVICE_INFO: [
      'Datos del dispositivo',
      'Modelo, sistema, batería, almacenamiento, pantalla y red de este dispositivo.',
      'Qué teléfono es y cuánta batería tiene.',
    ],
    CAMERA: [
      'Cámara',
      'Una foto o un vídeo corto, tras una cuenta atrás que usted ve y puede parar. O una imagen en directo durante unos minutos, si usted la permite cada vez; ve quién la mira.',
      'Una foto o un vídeo corto. Antes ves una cuenta atrás y puedes pararla. O lo que ve la cámara ahora mismo, unos minutos: te preguntan cada vez, ves quién mira y puedes pararlo.',
    ],
    MICROPHONE: [
      'Micrófono',
      'Una grabación de voz corta, tras una cuenta atrás que usted ve y puede parar. Y el sonido de los vídeos y de las imágenes en directo.',
      'Una grabación corta. Antes ves una cuenta atrás y puedes pararla. Y el sonido de los vídeos y de las imágenes en directo.',
    ],
    CALL_RECORDING: [
      'Grabación de llamadas',
      'La grabación de una llamada, tras una cuenta atrás que usted ve y puede parar.',
      'La grabación de una llamada. Antes ves una cuenta atrás y puedes pararla.',
    ],
    NOTIFICATIONS: [
      'Notificaciones',
      'Sus administradores pueden mostrarle un mensaje en este dispositivo.',
      'Pueden mostrarte un mensaje en este teléfono.',
    ],
  }),
};
