import type { OccasionKind } from '#app/invitations/occasions/occasion.ts'
import type { ThankedFor } from '#app/invitations/wrap-up/wrap-up.ts'

// Whom the examples invite, as their host's lists say it, and what each of them did: answers in order, or only a look.

type Answer = 'yes' | 'maybe' | 'no' | 'gives'
/**
 * `yes 2+1`: two adults and a child come. `gives`: they can't come, but will give. `withdrawn`: the host took it back. `unsent`: their card
 * waits for the host's phone.
 */
type Step = `${Answer} ${number}+${number}` | 'no' | 'gives' | 'seen' | 'withdrawn' | 'unsent'
type ExampleGuest = [line: string, ...steps: Step[]]

export type ExampleOccasion = {
  kind: OccasionKind
  name: string
  /** From today; of one that is over, less than nought. */
  inDays: number
  time: string
  place: string
  landmark?: string
  dress?: string
  programme?: string
  capacity?: number
  /** Everybody who has the link may ask to come, and the host decides. */
  shared?: true
}
/** Who was at the first occasion, which is over. */
type ExampleBefore = {
  name: string
  seats: number
  email?: string
  said: Step
  /** To the next one, where there is one. */
  says?: Step
  /** How many were let in with their pass; twice where they came by two doors. */
  came?: number | [number, number]
  /** What the host remembers of them in their own book. */
  remembered?: string
}
export type ExamplePledge = {
  guest: string
  shillings: number
  /** In days. */
  due: number
  /** Given today by their own link, with these words. */
  paid?: string
}
export type ExampleGathering = {
  /** The title of the drive it is for. */
  drive?: string
  title: string
  hosts: string
  words: string
  language: 'en' | 'sw'
  occasions: ExampleOccasion[]
  before?: ExampleBefore[]
  groupBefore?: string
  guests: ExampleGuest[]
  /** The words that went with the cards, from the host's own phone. */
  sent?: [daysAgo: number, words: string]
  /** Who was invited by email today. */
  byMail?: string[]
  /** Who answered on the link that everybody shares. */
  asks?: [name: string, phone: string, step: Step][]
  pledges?: ExamplePledge[]
  doors?: string[]
  /** People on no list who came in at the first door. */
  walkIns?: [name: string, people: number][]
  /** `wait`: whose thanks wait for the host's phone. */
  thanks?: { whom: ThankedFor; words: string; wait: string[] }
  post?: string
  /** What was paid for, in shillings. */
  account?: [what: string, shillings: number][]
}

const night: ExampleGathering = {
  drive: 'Heal Mama Achieng',
  title: 'An evening for Mama Achieng',
  hosts: 'Family of Mama Achieng and the women of Nyalenda',
  words: 'Come and eat, sing and give with us. Whatever you bring, bring yourself.',
  language: 'en',
  occasions: [
    {
      kind: 'chama',
      name: 'Planning evening',
      inDays: -9,
      time: '18:30',
      place: 'Home of Wanjiku, Nyalenda',
      landmark: 'Behind the blue kiosk',
    },
    {
      kind: 'fundraising',
      name: 'Fundraising night',
      inDays: 16,
      time: '18:00',
      place: 'Kondele Social Hall, Kisumu',
      landmark: 'Opposite the market gate',
      dress: 'A touch of blue',
      programme: '18:00 Welcome and prayer\n18:30 Food from the market\n19:30 Songs of the choir\n20:00 Harambee',
      capacity: 50,
      shared: true,
    },
  ],
  groupBefore: 'committee',
  before: [
    {
      name: 'Auntie Adhiambo',
      seats: 2,
      said: 'yes 1+0',
      says: 'yes 2+0',
      came: 1,
      remembered: 'Cooked for all of us, and washed up.',
    },
    { name: 'Wycliffe Okumu', seats: 1, said: 'yes 1+0', says: 'yes 1+0', came: 1 },
    { name: 'Rose Akoth, treasurer', seats: 2, said: 'yes 1+0', says: 'yes 2+0', came: 1 },
    { name: 'Mzee Ochieng Ragot', seats: 2, said: 'no', says: 'yes 1+1' },
    { name: 'Sister Beatrice', seats: 1, said: 'yes 1+0', says: 'maybe 1+0' },
    { name: 'Brian Odhiambo', seats: 1, said: 'maybe 1+0', came: 1 },
    { name: 'Chief Owiti', seats: 2, said: 'no', says: 'no' },
    {
      name: 'Pastor Owino',
      seats: 3,
      said: 'yes 2+0',
      says: 'yes 2+1',
      came: 2,
      remembered: 'Brought the benches of the church on his own cart.',
    },
  ],
  guests: [
    ['Min Atieno and family 0711 000 201 x5 #family', 'yes 3+2'],
    ['Baba Otis 0711 000 202 x4 #family', 'yes 2+2'],
    ['Amina Yusuf x2 #family', 'yes 2+0'],
    ['Uncle Ouma (Nairobi) 0711 000 203 x3 #family', 'gives'],
    ['Cousin Lavender x2 #family', 'maybe 2+0'],
    ['Grace and Tom 0711 000 204 x4 #family', 'yes 2+1'],
    ['Ja Uyoma x2 #family'],
    ['Mama Fatuma 0711 000 205 x3 #market', 'yes 2+1'],
    ['Kibuye Market Fishmongers x8 #market', 'yes 8+0'],
    ['Mama Njeri 0711 000 206 x2 #market', 'yes 2+0'],
    ['Nyanya Wangari x2 #market', 'seen'],
    ['Salim Omar 0711 000 207 x3 #market', 'yes 3+0'],
    ['Mama Brenda x2 #market', 'maybe 1+1'],
    ['Boda stage Kondele 0711 000 208 x6 #market', 'yes 5+0'],
    ['Achola vegetables x2 #market', 'withdrawn'],
    ['Zuhura Ali x2 #market', 'seen'],
    ['Deacon Were 0711 000 209 x2 #church', 'yes 2+0'],
    // Their seats go to the first in line whose party fits.
    ['Mwalimu Jemimah x3 #church', 'yes 3+0', 'gives'],
    ['Mama Shikuku 0711 000 210 x3 #church', 'yes 2+1'],
    ['Choir of St. Monica x6 #church', 'yes 6+0'],
    ['Mr and Mrs Wafula x2 #church', 'yes 2+0'],
    ['Youth of St. Monica x4 #church', 'maybe 4+0'],
    ['Dr. Kibet 0711 000 211 x2 #school_friends', 'gives'],
    ['Caroline Achieng caroline.achieng@example.org x1 #school_friends', 'gives'],
    ['Hon. Akinyi x4', 'seen'],
    ['Kisumu Boda Sacco x2', 'no'],
    ['Mwende Mutua x1 #ward', 'unsent'],
    ['Peter Simiyu x2 #ward', 'seen'],
  ],
  sent: [7, 'We will be glad to see you. Please answer on your page.'],
  byMail: [
    'Class of 1989 class.of.1989@example.org x5 #classmates',
    'Moses Kiplagat moses.kiplagat@example.org x2 #classmates',
  ],
  asks: [
    ['Dorcas from next door', '+254711000221', 'yes 2+0'],
    ['Kevin of Milimani', '+254711000222', 'yes 1+0'],
  ],
  pledges: [
    { guest: 'Hon. Akinyi', shillings: 20_000, due: 15 },
    { guest: 'Mama Fatuma', shillings: 2_500, due: 9 },
    { guest: 'Deacon Were', shillings: 3_000, due: -1 },
    { guest: 'Amina Yusuf', shillings: 2_000, due: 5, paid: 'Tuko pamoja, Mama. Pona haraka.' },
  ],
  doors: ['Gate'],
  walkIns: [['Mama Kezia', 1]],
  thanks: { whom: 'came', words: 'Thank you for planning with us. The hall is booked.', wait: ['Brian Odhiambo'] },
  post: 'We have the hall, the choir and the cooks. Rose keeps the list of what everybody brings: please tell her by Sunday.',
}

const ruracio: ExampleGathering = {
  title: 'Ruracio ya Wambui na Kiprop',
  hosts: 'Familia ya Kamau',
  words: 'Karibuni nyumbani tuwapokee wageni wetu kwa furaha.',
  language: 'sw',
  occasions: [
    {
      kind: 'ruracio',
      name: 'Ruracio ya Wambui',
      inDays: 31,
      time: '10:00',
      place: 'Nyumbani kwa Kamau, Limuru',
      landmark: 'Karibu na kanisa la St. Andrew',
      dress: 'Mavazi ya Kiafrika',
      capacity: 20,
    },
  ],
  guests: [
    ['Cucu Wanjiru na familia 0711 000 231 x6 #nyumbani', 'yes 4+2'],
    ['Baba na Mama Kiprop x4 #Eldoret', 'yes 4+0'],
    ['Tata Nyambura x4 #nyumbani', 'yes 3+1'],
    ['Mjomba Karanja 0711 000 232 x3 #nyumbani', 'yes 2+1'],
    ['Chebet na Kosgei x3 #Eldoret', 'yes 3+0'],
    ['Wazee wa kijiji x4', 'yes 4+0'],
    ['Majirani wa Tigoni x2', 'yes 2+0'],
    ['Njoki Muthoni x2 #kazini', 'maybe 2+0'],
    ['Mwalimu Kariuki x2', 'no'],
    ['Shiru na Ciku x2 #kazini', 'seen'],
    ['Pasta Ndung’u x2'],
    ['Halima Said x2 #kazini'],
  ],
}

export const comingGatherings = [night, ruracio]
