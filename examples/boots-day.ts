import type { ExampleGathering } from './guests.ts'

// An occasion that is over: who came and gave, how they were thanked, and what the money was spent on.

export const bootsDay: ExampleGathering = {
  drive: 'New Boots for Umoja FC',
  title: 'Boots Day of Umoja FC',
  hosts: 'Coach Baraka and the parents of Umoja FC',
  words: 'Come and see the first match in the new boots.',
  language: 'en',
  occasions: [
    {
      kind: 'school',
      name: 'Boots Day',
      inDays: -17,
      time: '14:00',
      place: 'Field of Umoja Primary School',
      landmark: 'Opposite the water tower',
      programme: '14:00 Boots and shirts\n14:30 The match\n16:30 Tea',
    },
  ],
  before: [
    {
      name: 'Coach Baraka',
      seats: 2,
      email: 'coach.baraka@example.org',
      said: 'yes 1+0',
      came: 1,
      remembered: 'Gave the first pair, and his Saturdays.',
    },
    {
      name: 'Umoja Traders',
      seats: 4,
      email: 'umoja.traders@example.org',
      said: 'yes 3+0',
      came: [3, 1],
      remembered: 'Closed their shops for the afternoon.',
    },
    { name: 'Mama wa Kipa', seats: 4, email: 'mama.wa.kipa@example.org', said: 'yes 1+3', came: 4 },
    { name: 'Ward Youth Office', seats: 2, email: 'ward.youth.office@example.org', said: 'gives' },
    { name: 'Captain’s family', seats: 5, said: 'yes 2+3', came: 5 },
    { name: 'Mwalimu Achola', seats: 2, said: 'maybe 1+0', came: 1 },
    { name: 'Referee Kip', seats: 1, said: 'yes 1+0', came: 1 },
    { name: 'Umoja Primary School', seats: 6, said: 'yes 2+4', came: 6 },
    { name: 'Sister Agnes', seats: 1, said: 'yes 1+0' },
    { name: 'Neighbours of the field', seats: 3, said: 'no' },
  ],
  guests: [],
  sent: [29, 'Bring your children and your voice.'],
  doors: ['Main gate', 'School gate'],
  walkIns: [
    ['Boys from the estate', 6],
    ['Mzee Juma', 1],
  ],
  thanks: {
    whom: 'either',
    words: 'Thank you. Fourteen children played in boots of their own.',
    wait: ['Mwalimu Achola', 'Umoja Primary School'],
  },
  post: 'We won 3–1. Below is what came in, and what we paid for. The receipts are with Coach Baraka for all who want to see them.',
  account: [
    ['Fourteen pairs of boots', 58_800],
    ['Fourteen shirts', 18_200],
    ['Tea and bread at the match', 6_500],
    ['Transport of the boots from Nairobi', 2_400],
  ],
}
