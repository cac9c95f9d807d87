const list = (text: string): readonly string[] => text.trim().split(/\s*\n\s*|\s*,\s*/);

export const firstNames = list(`
  Aaliyah, Adam, Aisha, Alejandro, Amara, Amelie, Anders, Anika, Arjun, Astrid, Beatriz, Bilal, Camille, Carlos, Chiara
  Chloe, Daniel, Daria, Diego, Ebba, Elena, Elias, Emeka, Emil, Farah, Felix, Fiona, Freya, Gabriel, Greta, Hana, Hugo
  Ibrahim, Ines, Ingrid, Isla, Ivan, Jamal, Jana, Jonas, Julia, Kaito, Kamila, Karim, Katya, Kofi, Lars, Leila, Leon, Lina
  Linh, Lucia, Maja, Malik, Marco, Maren, Mateo, Maya, Mei, Mikael, Mina, Nadia, Naomi, Niko, Nils, Nora, Olga, Omar
  Oscar, Paula, Petra, Priya, Rafael, Ravi, Rosa, Ruben, Salma, Samir, Sara, Sofia, Stella, Sven, Tariq, Tessa, Theo
  Tomas, Uma, Valentina, Viktor, Wanda, Wei, Yara, Yusuf, Zoe
`);

export const lastNames = list(`
  Abadi, Adeyemi, Almeida, Andersen, Baker, Bergstrom, Bianchi, Brandt, Carvalho, Castillo, Chen, Costa, Dahl, Danjuma
  Duarte, Dubois, Eriksen, Fischer, Fontaine, Garcia, Girard, Greenwood, Gupta, Haddad, Hansen, Hartley, Hassan, Hoffmann
  Ibarra, Ito, Ivanova, Jansen, Johansson, Kamara, Kaur, Keller, Khan, Kimura, Kowalski, Laurent, Lindqvist, Lombardi
  Lopez, Marchetti, Martin, Mbeki, Meyer, Molina, Moreau, Murphy, Nakamura, Navarro, Nguyen, Novak, Nowak, Nyberg, Okafor
  Olsen, Osei, Park, Pereira, Petrov, Popescu, Quinn, Ramos, Reyes, Ricci, Romero, Rossi, Sato, Schneider, Sharma, Silva
  Singh, Solberg, Sorensen, Suzuki, Tanaka, Torres, Vargas, Vasquez, Verma, Visser, Vogel, Walsh, Weber, Winter, Yilmaz
  Young, Zhang, Zimmer
`);

export const cities = list(`
  Aarhus, Antwerp, Austin, Bergen, Bologna, Bristol, Cape Town, Cork, Denver, Dresden, Galway, Ghent, Girona, Graz
  Halifax, Leeds, Lyon, Malmo, Nantes, Ostrava, Porto, Portland, Poznan, Seville, Tampere, Toronto, Turin, Utrecht
  Wellington, York
`);

export const businesses = list(`
  Alpine Dental, Blue Door Bakery, Bright Minds School, City Library, Corner Pharmacy, Crown Taxi, Dr. Hartley Surgery
  Evergreen Garden Centre, Fairway Cars, Green Leaf Vet, Harbour Pizza, Lakeside Physio, Lighthouse Books, Metro Gym
  Northside Plumbing, Oak Tree Nursery, Parcel Depot, Quick Fix Phones, Riverside Hotel, Sunrise Cafe
`);

export const relations = list('Dad, Grandma, Grandpa, Home, Landlord, Mum, Neighbour, School Office, Work');

/** Reserved for examples: nobody owns an address there. */
export const mailDomains = list('example.com, example.net, example.org, mail.example.com, post.example.org');
