/** An app that a simulated phone may have. */
export interface AppKind {
  name: string;
  packageName: string;
  /** Its usual size in MB. */
  megabytes: number;
  /** Services of the system have none. */
  hasIcon: boolean;
}

/** `Name package megabytes`, one per line; the last two words are not part of the name. */
const parse = (text: string, hasIcon: boolean): readonly AppKind[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const words = line.trim().split(' ');
      const [packageName = '', megabytes = ''] = words.slice(-2);
      return { name: words.slice(0, -2).join(' '), packageName, megabytes: Number(megabytes), hasIcon };
    });

/** What every phone came with, by Android's own names. */
export const systemApps: readonly AppKind[] = [
  ...parse(
    `Phone com.android.dialer 38
     Messages com.android.messaging 44
     Contacts com.android.contacts 21
     Camera com.android.camera2 96
     Gallery com.android.gallery3d 61
     Calendar com.android.calendar 24
     Clock com.android.deskclock 14
     Calculator com.android.calculator2 6
     Files com.android.documentsui 12
     Settings com.android.settings 78
     Browser com.android.browser 112
     Email com.android.email 33
     Music com.android.music 19
     Sound Recorder com.android.soundrecorder 5
     Downloads com.android.providers.downloads.ui 4
     Emergency Information com.android.emergency 3`,
    true,
  ),
  ...parse(
    `System UI com.android.systemui 54
     Home com.android.launcher3 31
     Keyboard com.android.inputmethod.latin 47
     Package Installer com.android.packageinstaller 9
     Permission Controller com.android.permissioncontroller 16
     Media Storage com.android.providers.media 8
     Contacts Storage com.android.providers.contacts 7
     Calendar Storage com.android.providers.calendar 4
     Telephony Storage com.android.providers.telephony 5
     Settings Storage com.android.providers.settings 2
     Download Manager com.android.providers.downloads 3
     Phone Services com.android.phone 18
     Call Management com.android.server.telecom 6
     Mobile Network Configuration com.android.carrierconfig 2
     Bluetooth com.android.bluetooth 11
     NFC Service com.android.nfc 5
     Tethering com.android.networkstack.tethering 3
     Network Manager com.android.networkstack 6
     Certificate Installer com.android.certinstaller 1
     Key Chain com.android.keychain 1
     Print Spooler com.android.printspooler 7
     SIM Toolkit com.android.stk 2
     Wireless Emergency Alerts com.android.cellbroadcastreceiver 3
     Live Wallpapers com.android.wallpaper.livepicker 4
     Web View com.android.webview 124
     Shell com.android.shell 2
     VPN Dialogs com.android.vpndialogs 1
     Companion Device Manager com.android.companiondevicemanager 2
     Fused Location com.android.location.fused 1
     Backup com.android.backupconfirm 1
     External Storage com.android.externalstorage 2
     Text to Speech com.android.pico 9`,
    false,
  ),
];

/** What people install: invented names of the usual kinds. */
export const userApps: readonly AppKind[] = parse(
  `Parcel Tracker com.example.parceltracker 28
   Rail & Tram com.example.railtram 64
   Bike Routes com.example.bikeroutes 85
   City Taxi com.example.citytaxi 102
   Parking Pal com.example.parkingpal 37
   Flight Board com.example.flightboard 71
   Offline Maps com.example.offlinemaps 318
   Weather Window com.example.weatherwindow 42
   Daily Paper com.example.dailypaper 39
   Local News com.example.localnews 51
   Podcast Shelf com.example.podcastshelf 58
   Radio Dial com.example.radiodial 23
   Tunes com.example.tunes 147
   Lyrics com.example.lyrics 18
   Video Night com.example.videonight 189
   TV Guide com.example.tvguide 34
   Photo Studio com.example.photostudio 231
   Collage com.example.collage 66
   Document Scanner com.example.documentscanner 49
   PDF Reader com.example.pdfreader 57
   Notes com.example.notes 22
   To-do List com.example.todolist 19
   Habit Tracker com.example.habittracker 31
   Family Calendar com.example.familycalendar 45
   Shopping List com.example.shoppinglist 17
   Recipes com.example.recipes 88
   Meal Planner com.example.mealplanner 54
   Food Delivery com.example.fooddelivery 133
   Market Basket com.example.marketbasket 97
   Second Hand com.example.secondhand 121
   Loyalty Cards com.example.loyaltycards 29
   Savings Bank com.example.savingsbank 118
   Budget Book com.example.budgetbook 36
   Split the Bill com.example.splitthebill 25
   Currency com.example.currency 12
   Password Safe com.example.passwordsafe 41
   Authenticator com.example.authenticator 15
   Private Browser com.example.privatebrowser 176
   Chat Circle com.example.chatcircle 143
   Video Call com.example.videocall 108
   Mail Box com.example.mailbox 92
   Photo Feed com.example.photofeed 214
   Neighbourhood com.example.neighbourhood 73
   School Portal com.example.schoolportal 44
   Homework Helper com.example.homeworkhelper 63
   Vocabulary com.example.vocabulary 55
   Translator com.example.translator 129
   Dictionary com.example.dictionary 82
   Star Map com.example.starmap 167
   Bird Calls com.example.birdcalls 195
   Plant Finder com.example.plantfinder 78
   Step Counter com.example.stepcounter 33
   Run Club com.example.runclub 91
   Home Workout com.example.homeworkout 155
   Sleep Sounds com.example.sleepsounds 112
   Breathe com.example.breathe 47
   Medicine Reminder com.example.medicinereminder 21
   Doctor Online com.example.doctoronline 69
   Pharmacy com.example.pharmacy 52
   Football Scores com.example.footballscores 48
   Chess com.example.chess 26
   Crosswords com.example.crosswords 35
   Sudoku com.example.sudoku 24
   Block Puzzle com.example.blockpuzzle 138
   Farm Days com.example.farmdays 412
   Kart Cup com.example.kartcup 896
   Word Duel com.example.wordduel 104
   Colouring Book com.example.colouringbook 76
   Drum Pad com.example.drumpad 59
   Guitar Tuner com.example.guitartuner 14
   Metronome com.example.metronome 9
   QR Reader com.example.qrreader 11
   Flashlight Plus com.example.flashlightplus 7
   Unit Converter com.example.unitconverter 8
   Smart Home com.example.smarthome 125
   Doorbell com.example.doorbell 98
   Printer com.example.printer 67
   Cloud Drive com.example.clouddrive 84
   Car Companion com.example.carcompanion 139
   Fuel Prices com.example.fuelprices 27
   Event Tickets com.example.eventtickets 62
   Hotel Finder com.example.hotelfinder 115
   Job Search com.example.jobsearch 74
   Team Chat com.example.teamchat 149
   Video Meeting com.example.videomeeting 172
   Time Sheet com.example.timesheet 30`,
  true,
);
