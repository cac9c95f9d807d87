import { fromTexts, type NoticeWords } from './notice-words.ts';

export const turkishWords: NoticeWords = {
  introduction:
    'Bu cihaz, size kodu veren yönetici tarafından gözetilecek. Siz açmadan hiçbir şey paylaşılmaz. Kimin neye ne zaman baktığını görebilir, ' +
    'seçimlerinizi değiştirebilir, paylaştığınız saatleri belirleyebilir, istediğiniz zaman ara verebilir veya ayrılabilirsiniz.',
  simpleIntroduction:
    'Sana kodu veren kişi bu telefona göz kulak olmak istiyor. Sen açmadan hiçbir şey göremez. Kimin neye baktığını her zaman görebilirsin. Açtıklarını ' +
    'yeniden kapatabilir, hangi saatlerde olacağını söyleyebilir, bir süre durdurabilir veya tamamen ayrılabilirsin. Bir şeyi anlamazsan evet demeden önce sor.',
  guardianIntroduction:
    'Bakımınızdaki bir çocuk için imza atmanız isteniyor; bir yönetici onun cihazını gözetmek istiyor. İmzanız hiçbir şeyi açmaz: ne paylaşacağını çocuk ' +
    'cihazda kendisi seçer, kimin neye ne zaman baktığını görür ve bunu istediği zaman değiştirebilir, saatleri belirleyebilir, ara verebilir veya ayrılabilir. ' +
    'Fikrinizi değiştirirseniz yöneticiye söyleyin veya cihazda birlikte ayrılın. Aşağıdaki metinde “siz”, cihazın sahibi olan kişidir.',
  guardianDecides: 'Ebeveyn veya vasi olarak sizin kararınız. Reddetmekte özgürsünüz.',
  label: {
    purpose: 'Amaç: ',
    legalBasis: 'Hukuki dayanak: ',
    simplePurpose: 'Ne için: ',
    simpleLegalBasis: 'Neden izinli: ',
  },
  guardian: (name) => `${name} bunu biliyor. Hâlâ gerekli olup olmadığını ara sıra diğerleriyle gözden geçirir.`,
  purposes: {
    WORK: { plain: 'Bu bir iş cihazıdır.', simple: 'Bu, iş için bir telefon.' },
    SCHOOL: { plain: 'Bu bir okul cihazıdır.', simple: 'Bu, okulunun bir telefonu.' },
    FAMILY: { plain: 'Aileniz bu cihaza göz kulak oluyor.', simple: 'Ailen bu telefona göz kulak oluyor.' },
    OTHER: {
      plain: 'Yöneticiniz bir amaç belirtmedi. Ona sorun.',
      simple: 'Kimse nedenini yazmadı. Onlara sor.',
    },
  },
  legalBases: {
    CONSENT: {
      plain: 'Rızanız. Rıza göstermemekte ve rızanızı istediğiniz zaman geri çekmekte özgürsünüz.',
      simple: 'Çünkü sen evet diyorsun. Hayır diyebilirsin, fikrini de değiştirebilirsin.',
    },
    CONTRACT: {
      plain: 'Sizinle yapılmış bir sözleşme, örneğin iş sözleşmeniz.',
      simple: 'İmzalanmış bir sözleşme olduğu için.',
    },
    LEGITIMATE_INTEREST: {
      plain: 'Bu sunucuyu işletenin meşru menfaati. Buna itiraz edebilirsiniz: yöneticinize sorun.',
      simple: 'Bunu yürüten kişilerin iyi bir nedeni olduğu için. Nedenini sorabilir ve katılmadığını söyleyebilirsin.',
    },
    PARENTAL: {
      plain: 'Ebeveyninizin veya vasinizin kararı.',
      simple: 'Annen, baban veya vasin böyle karar verdiği için.',
    },
  },
  colon: ': ',
  capability: fromTexts({
    CONTACTS: [
      'Kişiler',
      'Adres defterinizdeki adlar, numaralar, e-postalar ve adresler.',
      'Tanıdığın kişilerin adları ve numaraları.',
    ],
    CALL_LOG: [
      'Arama geçmişi',
      'Kimi aradığınız ve sizi kimin aradığı, ne zaman ve ne kadar süreyle.',
      'Kimi aradığın, seni kimin aradığı ve ne kadar sürdüğü.',
    ],
    SMS: ['Kısa mesajlar', 'Aldığınız ve gönderdiğiniz kısa mesajlar.', 'Aldığın ve gönderdiğin mesajlar.'],
    CALENDAR: ['Takvim', 'Takviminizdeki etkinlikler.', 'Takviminde ne olduğu.'],
    GALLERY: [
      'Fotoğraflar ve videolar',
      'Fotoğraf ve videolarınızın küçük önizlemeleri; istendiğinde bir tanesinin tamamı.',
      'Fotoğraf ve videolarının küçük resimleri. Birinin tamamını isteyebilirler.',
    ],
    LOCATION: ['Konum', 'Bu cihazın nerede olduğu.', 'Telefonunun nerede olduğu.'],
    FILES: [
      'Dosyalar',
      'Paylaşılan klasördeki dosyalar: okunabilir, eklenebilir, yeniden adlandırılabilir ve silinebilirler.',
      'Paylaşılan klasörde ne olduğu. Okuyabilir, ekleyebilir, yeniden adlandırabilir ve silebilirler.',
    ],
    APPS: ['Yüklü uygulamalar', 'Hangi uygulamaların yüklü olduğu.', 'Hangi uygulamaların olduğu.'],
    APP_PERMISSIONS: [
      'Uygulama izinleri',
      'Bu uygulamanın cihazınızda hangi izinlere sahip olduğu.',
      'Bu uygulamanın telefonunda neler yapabileceği.',
    ],
    DEVICE_INFO: [
      'Cihaz bilgileri',
      'Bu cihazın modeli, sistemi, pili, depolaması, ekranı ve ağı.',
      'Nasıl bir telefon olduğu ve pilinin ne kadar dolu olduğu.',
    ],
    CAMERA: [
      'Kamera',
      'Gördüğünüz ve durdurabildiğiniz bir geri sayımdan sonra bir fotoğraf veya kısa bir video. Ya da her seferinde izin verirseniz birkaç dakika canlı görüntü; kimin izlediğini görürsünüz.',
      'Bir fotoğraf veya kısa bir video. Önce bir geri sayım görürsün ve onu durdurabilirsin. Ya da birkaç dakika, kameranın o anda gördüğü: her seferinde sana sorarlar, kimin izlediğini görürsün ve durdurabilirsin.',
    ],
    MICROPHONE: [
      'Mikrofon',
      'Gördüğünüz ve durdurabildiğiniz bir geri sayımdan sonra kısa bir ses kaydı. Ayrıca videoların ve canlı görüntülerin sesi.',
      'Kısa bir ses kaydı. Önce bir geri sayım görürsün ve onu durdurabilirsin. Ayrıca videoların ve canlı görüntülerin sesi.',
    ],
    CALL_RECORDING: [
      'Arama kaydı',
      'Gördüğünüz ve durdurabildiğiniz bir geri sayımdan sonra bir aramanın kaydı.',
      'Bir telefon görüşmesinin kaydı. Önce bir geri sayım görürsün ve onu durdurabilirsin.',
    ],
    NOTIFICATIONS: [
      'Bildirimler',
      'Yöneticileriniz size bu cihazda bir mesaj gösterebilir.',
      'Sana bu telefonda bir mesaj gösterebilirler.',
    ],
  }),
};
