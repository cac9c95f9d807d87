/** One line of a dialogue: its direction, and the text with its placeholders. */
export interface Turn {
  sent: boolean;
  words: string;
}

export type Dialogue = readonly Turn[];

/** Dialogues as they are written below: `<` is received, `>` is sent, an empty line ends one. */
function dialogues(text: string): readonly Dialogue[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((block) =>
      block.split('\n').map((line) => ({ sent: line.trim().startsWith('>'), words: line.trim().slice(2) })),
    );
}

/** The values of a placeholder such as {food}; within one dialogue the value is the same throughout. */
export const slots: Readonly<Record<string, readonly string[]>> = {
  food: ['lasagne', 'fish pie', 'the lentil soup', 'pancakes', 'a roast', 'noodles', 'tacos', 'that chickpea curry'],
  snack: ['milk', 'bread', 'eggs', 'coffee', 'bananas', 'a lemon', 'washing powder', 'cat food', 'rice'],
  time: ['5', '5:30', 'half six', '6', '6:45', 'seven', '7:30', 'eight'],
  early: ['8', '8:30', 'nine', '9:15', '10', 'half past ten'],
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  place: ['the station', 'the library', 'the pool', 'the cafe on the corner', 'the park gate', 'town', 'the bus stop'],
  film: ['the new space one', 'that documentary', 'the one with the bear', 'the old comedy', 'the heist film'],
  child: ['Nora', 'Elias', 'Maya', 'Theo', 'Ines', 'Oscar'],
  thing: ['the ladder', 'your drill', 'the tent', 'that book', 'the cake tin', 'your bike pump', 'the board game'],
  minutes: ['5', '10', '12', '15', '20', '25'],
  sport: ['climbing', 'swimming', 'five-a-side', 'a run', 'badminton', 'yoga'],
  client: ['Harbour', 'the Fontaine people', 'Northside', 'the museum', 'Lakeside'],
  document: ['the quote', 'the slides', 'the March figures', 'the draft', 'the rota', 'the contract'],
  code: ['481 902', '730 164', '209 553', '617 028', '958 331', '044 716', '385 290'],
  parcel: ['PD-48213', 'PD-90117', 'PD-33460', 'PD-71852', 'PD-26094'],
  street: ['Mill Road', 'Station Road', 'Elm Grove', 'Harbour Road', 'Castle Hill'],
  price: ['12.40', '28.00', '7.95', '64.20', '19.99', '103.50'],
  trip: ['the science museum', 'the farm', 'the castle', 'the swimming pool', 'the theatre'],
  book: ['The Long Tide', 'Night Trains', 'A Field Guide to Moss', 'The Clockmaker', 'Salt and Stars'],
};

/** People at home: short, frequent, about the day. */
export const familyDialogues = dialogues(`
  < Are you home for dinner?
  > Yes, about {time}
  < Good, I'm making {food}
  > Oh lovely 😊

  > Anything you need from the shop?
  < {snack} please. And {snack2} if they have it
  > Got it
  < You're an angel

  < Did you feed the cat?
  > Twice. He lied to you
  < He always lies
  < Ok thank you x

  < Can you pick {child} up today? I'm stuck at work
  > Sure. From school or from {place}?
  < {place}, {time}
  > On it
  < Thank you thank you

  > Train is late again. {minutes} min
  < Shall I wait with {food}?
  > Start without me
  < Never

  < Call me when you can, nothing bad
  > In a meeting, {minutes} minutes?
  < Perfect

  > Landed! All fine
  < Phew. How was the flight?
  > Long. The child behind me knew one song
  < Ha. Get some sleep. Love you

  < Where is {thing}?
  > In the hall cupboard, behind the vacuum
  < Looked there
  > Look there again, but with your hands
  < Found it...

  < Don't forget the dentist at {early} tomorrow
  > I had forgotten
  < I know :)

  < Grandma asks if we come on {day}
  > Yes! What can we bring?
  < She says nothing. So, a cake
  > Cake it is

  > {child} lost a tooth!!
  < Noooo! The wobbly one?
  > The wobbly one. In an apple
  < Take a picture, and don't throw the apple away

  < It's raining, take a jacket
  > I'm already out
  < And?
  > And I'm wet

  > Key is under the blue pot
  < Which blue pot, there are three
  > The one that isn't really blue

  < Happy birthday my darling! 🎂
  > Thank you!! You're the first
  < I should hope so
  > See you at {time}?
  < With {food} and candles

  < Home safe?
  > Yes, just in
  < Good night then x
  > Night x
`);

/** Friends: plans, films, favours, nonsense. */
export const friendDialogues = dialogues(`
  < {day}, {sport}?
  > Yes please. {time}?
  < Make it {time}, I'm slow after work
  > See you at {place}

  > Have you seen {film} yet?
  < No, and don't tell me anything
  > Not even about the dog?
  < THERE IS A DOG?

  < Can I borrow {thing} for the weekend?
  > Of course, come by any time
  < You're the best. Back by {day}, promise
  > You still have my other one...
  < We don't talk about that

  > Running {minutes} late, sorry!!
  < No rush, I've got cake
  > Now I'm running faster

  < How did the interview go?
  > Good, I think? They laughed twice
  < At the right moments?
  > I choose to believe that
  < Proud of you either way

  > Got two tickets for {day}. Interested?
  < For what?
  > Does it matter
  < It does not. I'm in

  < I'm at {place}, where are you
  > Also {place}
  < Other side?
  > Ah. Yes. Coming

  > What was the name of that cafe again
  < With the good soup or with the rude waiter?
  > The rude waiter, my cousin would love it
  < Sunrise. Order nothing complicated

  < Moving on {day}, could use four arms and a van
  > I have two arms and a small car
  < Deal. Pizza after
  > Deal

  < Thank you for last night, it was lovely
  > So good to see you! We should do it more often
  < We always say that
  > And one day we'll mean it

  > Did you get home ok?
  < Yep, just in. You?
  > Same. Night!

  < Look what I found in the attic: {thing}, from school!!
  > No way. Is my name still on it?
  < In glitter
  > Burn it
  < Framing it

  < Are you still up for {sport} tomorrow? Forecast is grim
  > Grim is a state of mind
  < So is pneumonia
  > Fine. Coffee instead, {early}?
  < Now we're talking
`);

/** Work: rota, clients, small emergencies. */
export const workDialogues = dialogues(`
  < Morning! Can you send me {document} before {early}?
  > Just sent
  < Perfect, thanks

  < Could you swap shifts on {day}? I've got a doctor's appointment
  > If you take my {day2}
  < Done. I'll tell Ravi

  > The alarm at the back door is beeping again
  < Code is in the blue folder. Hold the button for five seconds
  > Quiet now. Thank you
  < Until next week...

  < {client} called, they want to move it to {day}
  > Fine with me, {early}?
  < I'll confirm

  > On my way to {client}, {minutes} min
  < Take the side entrance, front is closed
  > Thanks

  < Are you in the office today?
  > From {early}. Need anything?
  < Only your signature. Twice

  > I'm not well, staying home today. Sorry
  < Don't be, get better. I'll cover {client}
  > Thank you
  < And no emails!

  < Great job yesterday. {client} were really happy
  > Thank you, team effort
  < I know. Still

  < Printer.
  > Again?
  < It wants cyan. We are printing in black
  > It always wants cyan

  < Quick one: is {document} the new version?
  > Yes, from this morning
  < Sending it out then
`);

/** Services that write by themselves, each under its own name. Hardly anybody answers them. */
export const services: readonly { name: string; address?: string; dialogues: readonly Dialogue[] }[] = [
  {
    name: 'Alpine Dental',
    dialogues: dialogues(`
      < Alpine Dental: a reminder of your appointment on {day} at {early}. Reply YES to confirm or call us to move it.
      > YES
      < Thank you, see you on {day}.

      < Alpine Dental: it has been six months since your last check-up. Call us to find a time that suits you.

      < Alpine Dental: your appointment on {day} has moved to {early}. Reply NO if this does not suit you.
    `),
  },
  {
    name: '',
    address: 'ParcelDepot',
    dialogues: dialogues(`
      < Your parcel {parcel} arrives today between {early} and {time}.
      < Delivered: {parcel} was left with your neighbour. Thank you!

      < Your parcel {parcel} is ready at the locker in {street}. Code: {code}. It waits there for 3 days.

      < Parcel {parcel} could not be delivered. We try again tomorrow, or you collect it at {street}.

      < Parcel {parcel} is on its way to you.
    `),
  },
  {
    name: 'Bright Minds School',
    dialogues: dialogues(`
      < Bright Minds School: class 4b goes to {trip} on {day}. Please pack lunch and a rain jacket.

      < Bright Minds School: {child} is missing from registration this morning. Please let us know.
      > Sorry! {child} is at the doctor, in by {early}
      < Thank you for telling us.

      < Bright Minds School: parents' evening is on {day} from {time}. Choose a time at bright-minds.example/evening

      < Bright Minds School: school closes at noon on {day} because of the heating. Late care is open.
    `),
  },
  {
    name: '',
    address: 'Lindenbank',
    dialogues: dialogues(`
      < Lindenbank: your code is {code}. Never tell it to anyone, not even to us.

      < Lindenbank: card payment of {price} at Evergreen Garden Centre.

      < Lindenbank: card payment of {price} at Sunrise Cafe.
    `),
  },
  {
    name: '',
    address: '60124',
    dialogues: dialogues(`
      < {code} is your verification code. It is valid for 10 minutes.
    `),
  },
  {
    name: 'City Library',
    dialogues: dialogues(`
      < City Library: "{book}" is ready for you at the desk until {day}.

      < City Library: "{book}" is due on {day}. Reply RENEW to keep it for two more weeks.
      > RENEW
      < City Library: renewed. Enjoy!
    `),
  },
  {
    name: 'Crown Taxi',
    dialogues: dialogues(`
      < Crown Taxi: your driver is {minutes} minutes away. White car, plate ending 482.
      < Crown Taxi: your driver is here.

      > A taxi to {place} at {early} tomorrow please
      < Crown Taxi: booked for {early}, {street}. Thank you.
    `),
  },
  {
    name: 'Corner Pharmacy',
    dialogues: dialogues(`
      < Corner Pharmacy: your prescription is ready. We are open until {time}.

      < Corner Pharmacy: we have ordered what was missing. It comes on {day}.
    `),
  },
  {
    name: 'Green Leaf Vet',
    dialogues: dialogues(`
      < Green Leaf Vet: Miso is due for her vaccination. Call us for an appointment.

      < Green Leaf Vet: Miso is awake and has eaten. You can collect her from {time}.
      > Wonderful, thank you! We'll be there
    `),
  },
  {
    name: '',
    address: 'MetroMobile',
    dialogues: dialogues(`
      < MetroMobile: you have used 80 % of your data. It renews on {day}.

      < MetroMobile: your bill of {price} will be collected on {day}.
    `),
  },
];
