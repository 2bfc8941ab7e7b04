// Who gave to the example drives: days ago, shillings, the name, the words, and how. Without a name it was anonymous; it was
// sent by M-PESA unless it says so. The oldest come first, as they came.

export type ExampleGift = [daysAgo: number, shillings: number, name: string | null, message?: string, way?: 'card']

const mamaAchieng: ExampleGift[] = [
  [33.6, 5_000, 'Wanjiku Kamau', 'The first step of a long road. Tuko pamoja, Mama.'],
  [33.2, 2_000, 'Akinyi Onyango', 'Kwa Mama yetu sote.'],
  [32.8, 500, null],
  [31.5, 20_000, 'St. Monica’s Choir', 'From our Sunday collection, with every verse we know.'],
  [30.9, 1_000, 'Peter Kiprono', 'Ugua pole, Mama.'],
  [29.4, 3_500, 'Brian Odhiambo', 'The fish I never paid for, with interest.'],
  [28.7, 10_000, 'Dr. Fatuma Ali', undefined, 'card'],
  [27.2, 1_500, null, 'Mungu akuponye.'],
  [26.3, 750, 'Juma Bakari'],
  [24.8, 25_000, 'Nyalenda Women’s Group', 'Merry-go-round ya mwezi huu ni yako. We carry each other.'],
  [23.1, 2_500, 'Grace Njeri', 'She will dance again, like mine.'],
  [21.9, 300, 'A student at Maseno', 'Ni kidogo, lakini ni kwa moyo.'],
  [20.4, 50_000, 'Lake Basin Traders Sacco', 'Our members met on Friday. This was decided in two minutes.', 'card'],
  [19.6, 1_000, null],
  [18.3, 4_200, 'Kondele Boda Riders', 'Kofia imepita: riders arobaini na wawili.'],
  [17.5, 15_000, 'Njoroge & Sons Hardware', undefined, 'card'],
  [16.2, 2_000, 'Mary Wambui', 'For mangoes, and for what the mangoes can’t do.'],
  [15.1, 5_000, 'Hassan Abdi'],
  [13.9, 12_500, 'Class of 2009, Kisumu Girls', 'You fed us between lessons. Sasa ni zamu yetu.'],
  [12.8, 1_200, 'Mama Njeri', 'Pole sana dada.'],
  [11.4, 30_000, 'Ochieng’ K.', 'From Doha. Far is only a word.', 'card'],
  [10.6, 800, null, 'I read your story on my way to work.'],
  [9.3, 2_750, 'Lekishon ole Sankale'],
  [8.8, 6_000, 'Tom Mboya', 'For the medicine.'],
  [7.7, 500, 'Zawadi'],
  [6.9, 40_000, 'Westlands Rotary Circle', 'Given at our Tuesday table.', 'card'],
  [5.8, 1_000, 'Baraka Otieno', 'Nitakuja kukuona wiki ijayo.'],
  [4.9, 3_000, null],
  [4.1, 7_500, 'Jemimah Atieno', undefined, 'card'],
  [3.3, 1_500, 'Mwalimu Kariuki', 'My pupils wrote you letters. They are on their way.'],
  [2.6, 2_200, 'Halima Noor', 'Allah akupe afya njema.'],
  [1.9, 18_000, 'Kibuye Market Fishmongers', 'Every stall on our side of the road.'],
  [1.2, 1_000, null, 'Strength to the family.'],
  [0.7, 5_500, 'Caroline Achieng', 'One Achieng to another.'],
  [0.3, 250, 'Kevo', 'Chai ya leo nimekuletea wewe.'],
]

const library: ExampleGift[] = [
  [20.2, 1_000, 'Mwalimu Jemimah', 'For the first shelf.'],
  [18.5, 500, null],
  [16.7, 15_000, 'Readers of Nairobi', 'Vitabu ni mwanga.', 'card'],
  [12.3, 2_500, 'Samuel Kiprop'],
  [9.1, 700, 'Wanjiru', 'I learned to read under such a lamp.'],
  [5.6, 12_000, 'Umoja Parents’ Association', 'Kwa watoto wetu.'],
  [2.2, 3_000, null, 'Keep it quiet in there.'],
]

const water: ExampleGift[] = [
  [57.1, 50_000, 'County Elders', 'Maji ni uhai.', 'card'],
  [52.4, 10_000, 'Naserian'],
  [47.8, 120_000, 'Samburu Diaspora, Oslo', 'We remember the walk.', 'card'],
  [41.3, 3_500, null, 'One kilometre less.'],
  [36.9, 25_000, 'Kisima Dispensary'],
  [30.2, 60_000, 'St. Joseph’s Parish', 'Tunawaombea.'],
]

const boots: ExampleGift[] = [
  [118.2, 6_000, 'Coach Baraka', 'One pair to begin with.'],
  [110.5, 24_000, 'Umoja Traders', 'Four pairs. Run, all of you.'],
  [97.3, 12_500, null],
  [80.1, 30_000, 'A former striker', 'Barefoot is for the beach.', 'card'],
  [61.7, 9_900, 'Mama wa Kipa'],
  [33.4, 19_000, 'Ward Youth Office', 'Hongereni kwa ubingwa!'],
]

/** By the drive's title. */
export const exampleGifts: Record<string, ExampleGift[]> = {
  'Heal Mama Achieng': mamaAchieng,
  'Quiet Corner Library': library,
  'Clean Water for Kisima': water,
  'New Boots for Umoja FC': boots,
}

/** A receipt of a withdrawal: shillings, who was paid, what, and its photo, a file of examples/pictures without its ending. */
export type ExampleReceipt = [shillings: number, paidTo: string, what: string, photo?: string]

/** A treasurer who agreed to a withdrawal, and how many days ago. */
type ExampleYes = [name: string, daysAgo: number]

/** The account of a withdrawal by its owner: line of the plan, receipts, and the update that they wrote a day later. */
export type ExampleAccount = {
  line?: string
  purpose?: string
  /** The treasurers who agreed, where they must. */
  agreed?: ExampleYes[]
  /** True if it goes straight to the hospital. */
  toHospital?: boolean
  bought: ExampleReceipt[]
  update?: string
}

/** Updates about no withdrawal: days ago, and the words. */
export const exampleNews: Record<string, [daysAgo: number, words: string][]> = {
  'Heal Mama Achieng': [
    [
      4.2,
      'Mama is out of intensive care and on Ward 4. Yesterday she walked to the window and back, with two nurses and a lot of advice from her neighbours. The bill of the ward comes this week.',
    ],
  ],
}

/** The plan of a drive: what for, and shillings. */
export const examplePlans: Record<string, [what: string, shillings: number][]> = {
  'Heal Mama Achieng': [
    ['Operation and ward', 500_000],
    ['Medicine', 40_000],
    ['Transport and lodging', 60_000],
  ],
}

/** Papers that administrators saw before money left: the owner's identity, and one of the cause, in these words. */
export const exampleCauses: Record<string, string> = {
  'Heal Mama Achieng': 'A letter of Example Mission Hospital about the operation',
}

/** A withdrawal of an owner: days ago, shillings, how many days ago it had arrived (without that it still waits), and what was shown of it. */
export type ExampleWithdrawal = [daysAgo: number, shillings: number, arrivedDaysAgo?: number, shown?: ExampleAccount]
export const exampleWithdrawals: Record<string, ExampleWithdrawal[]> = {
  'Heal Mama Achieng': [
    [
      12.2,
      120_000,
      11.3,
      {
        line: 'Operation and ward',
        purpose: 'Deposit for the operation',
        toHospital: true,
        agreed: [
          ['Brian Odhiambo', 12],
          ['Achieng Akinyi', 11.8],
        ],
        bought: [
          [80_000, 'Example Mission Hospital', 'Deposit for the ward', 'receipt'],
          [21_450, 'Example Mission Hospital', 'Medicine for ten days'],
        ],
        update:
          'The hospital has its deposit, and Mama was operated on this morning. The surgeon says that it went well. We will write again when she is home. Asanteni sana!',
      },
    ],
    [
      0.9,
      45_000,
      undefined,
      {
        line: 'Medicine',
        purpose: 'Medicine for six months',
        agreed: [
          ['Grace Njeri', 0.8],
          ['Brian Odhiambo', 0.6],
        ],
        bought: [],
      },
    ],
    [
      0.4,
      60_000,
      undefined,
      {
        line: 'Operation and ward',
        purpose: 'Ward bill',
        toHospital: true,
        agreed: [['Grace Njeri', 0.2]],
        bought: [],
      },
    ],
  ],
  'New Boots for Umoja FC': [
    [
      24.5,
      90_500,
      23.4,
      {
        bought: [
          [61_600, 'Example Sports Shop', '22 pairs of boots'],
          [18_000, 'Example Tailors', 'Jerseys and shorts'],
          [6375, 'Example Lorries', 'Transport to the match'],
        ],
      },
    ],
  ],
}
