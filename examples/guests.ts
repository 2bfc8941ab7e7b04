import type { Kind } from '#app/features/occasions/occasion.ts'

// Whom the examples invite, as their host's lists say it, and what each of them did: answers in order, or only a look.

type Answer = 'yes' | 'maybe' | 'no' | 'gives'
/** `yes 2+1`: two adults and a child come. `gives`: they can't come, but will give. `withdrawn`: the host took it back. */
type Step = `${Answer} ${number}+${number}` | 'no' | 'gives' | 'seen' | 'withdrawn'
type ExampleGuest = [line: string, ...steps: Step[]]

export type ExampleOccasion = {
  kind: Kind
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
export type ExampleGathering = {
  /** The title of the drive it is for. */
  drive?: string
  title: string
  hosts: string
  words: string
  language: 'en' | 'sw'
  occasions: ExampleOccasion[]
  /** Who was at the first occasion, which is over. They are invited to the next one as well. */
  before?: [name: string, seats: number, then: Step, now: Step | null][]
  guests: ExampleGuest[]
  /** Who answered on the link that everybody shares. */
  asks?: [name: string, phone: string, step: Step][]
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
  before: [
    ['Auntie Adhiambo', 2, 'yes 1+0', 'yes 2+0'],
    ['Wycliffe Okumu', 1, 'yes 1+0', 'yes 1+0'],
    ['Rose Akoth, treasurer', 2, 'yes 1+0', 'yes 2+0'],
    ['Mzee Ochieng Ragot', 2, 'no', 'yes 1+1'],
    ['Sister Beatrice', 1, 'yes 1+0', 'maybe 1+0'],
    ['Brian Odhiambo', 1, 'maybe 1+0', null],
    ['Chief Owiti', 2, 'no', 'no'],
    ['Pastor Owino', 3, 'yes 2+0', 'yes 2+1'],
  ],
  guests: [
    ['Min Atieno and family 0711 000 201 x5 #family', 'yes 3+2'],
    ['Baba Otis 0711 000 202 x4 #family', 'yes 2+2'],
    ['Nyar Alego x2 #family', 'yes 2+0'],
    ['Uncle Ouma (Nairobi) 0711 000 203 x3 #family', 'gives'],
    ['Cousin Lavender x2 #family', 'maybe 2+0'],
    ['Grace and Tom 0711 000 204 x4 #family', 'yes 2+1'],
    ['Ja Uyoma x2 #family'],
    ['Mama Fatuma 0711 000 205 x3 #market', 'yes 2+1'],
    ['Fishmongers of Kondele x8 #market', 'yes 8+0'],
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
    ['Class of 1989 x5 #school_friends', 'seen'],
    ['Dr. Kibet 0711 000 211 x2 #school_friends', 'gives'],
    ['Nurse Mercy x1 #ward'],
    ['Hon. Akinyi x4', 'seen'],
    ['Kisumu Boda Sacco x2', 'no'],
    ['Moses Kiplagat x2 #school_friends'],
    ['Mwende Mutua x1 #ward'],
    ['Peter Simiyu x2 #ward', 'seen'],
  ],
  asks: [
    ['Dorcas from next door', '+254711000221', 'yes 2+0'],
    ['Kevin of Milimani', '+254711000222', 'yes 1+0'],
  ],
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

export const exampleGatherings = [night, ruracio]
