import { fromTexts, type NoticeWords } from './notice-words.ts';

export const portugueseWords: NoticeWords = {
  introduction:
    'Este dispositivo será supervisionado pelo administrador que lhe deu o código. Nada é compartilhado até que você ative. ' +
    'Você pode ver quem viu o quê e quando, mudar suas escolhas, definir as horas em que compartilha, pausar ou sair a qualquer momento.',
  simpleIntroduction:
    'A pessoa que deu o código a você quer cuidar deste celular. Ela não vê nada até você ativar. Você sempre pode ver quem viu o quê. Você pode ' +
    'desativar as coisas de novo, dizer em que horas, parar um pouco ou sair de vez. Se não entender alguma coisa, pergunte antes de dizer sim.',
  guardianIntroduction:
    'Pedimos que você assine por uma criança sob seus cuidados, cujo dispositivo um administrador quer supervisionar. A sua assinatura não ativa nada: a criança ' +
    'escolhe no dispositivo o que compartilha, vê quem viu o quê e quando, e pode a qualquer momento mudar isso, definir as horas, pausar ou sair. Se você mudar de ' +
    'ideia, diga ao administrador, ou saiam juntos no dispositivo. No texto a seguir, “você” é a pessoa que tem o dispositivo.',
  guardianDecides: 'A sua decisão como pai, mãe ou responsável legal. Você é livre para recusar.',
  label: {
    purpose: 'Finalidade: ',
    legalBasis: 'Base legal: ',
    simplePurpose: 'Para quê: ',
    simpleLegalBasis: 'Por que podem: ',
  },
  guardian: (name) => `${name} sabe disso. De vez em quando verifica com os outros se ainda é necessário.`,
  purposes: {
    WORK: { plain: 'Este é um dispositivo de trabalho.', simple: 'Este é um celular para o trabalho.' },
    SCHOOL: { plain: 'Este é um dispositivo da escola.', simple: 'Este é um celular da sua escola.' },
    FAMILY: { plain: 'A sua família cuida deste dispositivo.', simple: 'A sua família cuida deste celular.' },
    OTHER: {
      plain: 'O seu administrador não informou nenhuma. Pergunte a ele.',
      simple: 'Ninguém escreveu para quê. Pergunte.',
    },
  },
  legalBases: {
    CONSENT: {
      plain: 'O seu consentimento. Você é livre para recusá-lo e para retirá-lo a qualquer momento.',
      simple: 'Porque você diz sim. Você pode dizer não, e pode mudar de ideia.',
    },
    CONTRACT: {
      plain: 'Um contrato com você, como o seu emprego.',
      simple: 'Por causa de um contrato que foi assinado.',
    },
    LEGITIMATE_INTEREST: {
      plain: 'Um interesse legítimo de quem opera este servidor. Você pode se opor: fale com o seu administrador.',
      simple:
        'Porque as pessoas que cuidam disso têm um bom motivo. Você pode perguntar qual, e dizer que não concorda.',
    },
    PARENTAL: {
      plain: 'A decisão do seu pai, da sua mãe ou do seu responsável legal.',
      simple: 'Porque seu pai, sua mãe ou seu responsável decidiu.',
    },
  },
  colon: ': ',
  capability: fromTexts({
    CONTACTS: [
      'Contatos',
      'Os nomes, números, e-mails e endereços da sua agenda de contatos.',
      'Os nomes e números das pessoas que você conhece.',
    ],
    CALL_LOG: [
      'Histórico de chamadas',
      'Para quem você ligou e quem ligou para você, quando e por quanto tempo.',
      'Para quem você ligou, quem ligou para você, e por quanto tempo.',
    ],
    SMS: [
      'Mensagens de texto',
      'As mensagens de texto que você recebeu e enviou.',
      'As mensagens que você recebe e envia.',
    ],
    CALENDAR: ['Calendário', 'Os eventos do seu calendário.', 'O que está no seu calendário.'],
    GALLERY: [
      'Fotos e vídeos',
      'Pequenas prévias das suas fotos e dos seus vídeos, e um deles por inteiro quando for pedido.',
      'Imagens pequenas das suas fotos e dos seus vídeos. Podem pedir um inteiro.',
    ],
    LOCATION: ['Localização', 'Onde este dispositivo está.', 'Onde está o seu celular.'],
    FILES: [
      'Arquivos',
      'Os arquivos da pasta compartilhada: eles podem ser lidos, adicionados, renomeados e excluídos.',
      'O que está na pasta compartilhada. Podem ler, colocar mais, renomear e excluir.',
    ],
    APPS: ['Aplicativos instalados', 'Quais aplicativos estão instalados.', 'Quais aplicativos você tem.'],
    APP_PERMISSIONS: [
      'Permissões do aplicativo',
      'Quais permissões este aplicativo tem no seu dispositivo.',
      'O que este aplicativo pode fazer no seu celular.',
    ],
    DEVICE_INFO: [
      'Detalhes do dispositivo',
      'Modelo, sistema, bateria, armazenamento, tela e rede deste dispositivo.',
      'Que tipo de celular é, e quanta bateria ele tem.',
    ],
    CAMERA: [
      'Câmera',
      'Uma foto ou um vídeo curto, depois de uma contagem regressiva que você vê e pode parar. Ou uma imagem ao vivo por alguns minutos, se você permitir a cada vez; você vê quem assiste.',
      'Uma foto ou um vídeo curto. Primeiro você vê uma contagem regressiva e pode parar. Ou o que a câmera vê agora, por alguns minutos: perguntam a você a cada vez, você vê quem assiste e pode parar.',
    ],
    MICROPHONE: [
      'Microfone',
      'Uma gravação de voz curta, depois de uma contagem regressiva que você vê e pode parar. E o som dos vídeos e das imagens ao vivo.',
      'Uma gravação de som curta. Primeiro você vê uma contagem regressiva e pode parar. E o som dos vídeos e das imagens ao vivo.',
    ],
    CALL_RECORDING: [
      'Gravação de chamadas',
      'Uma gravação de uma chamada, depois de uma contagem regressiva que você vê e pode parar.',
      'Uma gravação de uma ligação. Primeiro você vê uma contagem regressiva e pode parar.',
    ],
    NOTIFICATIONS: [
      'Notificações',
      'Os seus administradores podem mostrar uma mensagem neste dispositivo.',
      'Podem mostrar a você uma mensagem neste celular.',
    ],
  }),
};
