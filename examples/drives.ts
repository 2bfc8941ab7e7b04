// What the example drives say. Dates are days before or after the day of the first start, so that nothing is ever stale.

export type ExampleDrive = {
  title: string
  word?: string
  slogan: string
  category: 'Medical' | 'Education' | 'Community' | 'Sports' | 'Environment'
  /** In shillings; undefined collects no donations. */
  goal?: number
  status?: 'paused' | 'completed'
  /** The names of treasurers, and how many of them must agree to a withdrawal. */
  committee?: { treasurers: string[]; must: number }
  /** The name of the one it is for, who said so. */
  isFor?: string
  /** How many days ago it was opened, and in how many it ends. */
  opened: number
  ends?: number
  /** A file of examples/pictures, without its ending. */
  picture?: string
  gallery?: [picture: string, caption: string][]
  /** The town, when it is not Nairobi. */
  location?: string
  /** What a guest who is confirmed gets. */
  place?: { address: string; directions: string; phone: string }
  description: string
  /** How many views it has had, and how many are left of which package. */
  views: { package: 'Free' | 'Growth' | 'Impact'; used: number }
  comments?: ExampleComment[]
  visits?: ExampleVisit[]
}
type ExampleComment = { name?: string; content: string; daysAgo: number; likes: number }
type ExampleVisit = {
  name: string
  email: string
  phone: string
  inDays: number
  time: '09:00' | '11:00' | '14:00' | '16:00'
  guests: number
  message?: string
  status: 'pending' | 'confirmed' | 'cancelled'
}

const mamaAchieng: ExampleDrive = {
  title: 'Heal Mama Achieng',
  word: 'HEAL',
  location: 'Kisumu, Kenya',
  place: {
    address: 'Jaramogi Oginga Odinga hospital, Ward 4, Kisumu',
    directions: 'Matatu to Kondele, then five minutes on foot. Ask for Wanjiku at the main gate.',
    phone: '+254711000100',
  },
  slogan: 'She fed the whole market. Let us stand with her.',
  category: 'Medical',
  goal: 850_000,
  committee: { treasurers: ['Brian Odhiambo', 'Grace Njeri', 'Achieng Akinyi'], must: 2 },
  isFor: 'Mama Achieng Oduor',
  opened: 34,
  ends: 26,
  picture: 'ward',
  gallery: [
    ['ward', 'Ward 4, second week. The blanket is from home.'],
    ['stall', 'Her stall at Kondele market, where she has sold fish and tomatoes for thirty-one years.'],
    ['group', 'The women of Nyalenda under the fig tree, where this harambee began.'],
    ['home', 'Home above the lake. The small house was built with money from the stall.'],
  ],
  description: `<p>Everybody in Kondele knows <strong>Mama Achieng</strong>. For thirty-one years she has opened her stall before the sun was up. If you were a student with twenty shillings, she gave you fish for fifty. If your child was ill, she asked about it the next day, and the day after.</p>
<p>In September she began to tire on the short walk to the stage. At Jaramogi Oginga Odinga hospital they found that a valve of her heart no longer closes. <strong>It can be repaired</strong>, and her doctors want to do it before the end of the year.</p>
<h2>What it costs</h2>
<p>The national insurance pays for a part. What is left for the family is <strong>KES 850,000</strong>:</p>
<ul><li>the operation and the valve, KES 610,000</li><li>twelve days in intensive care and on the ward, KES 165,000</li><li>medicine and check-ups for six months, KES 75,000</li></ul>
<p>Every invoice is kept by her niece Wanjiku, who writes here, and by the treasurer of the Nyalenda women’s group. Anybody who gives may ask to see them. Should anything be left, it goes to the next family on the ward.</p>
<h2>How she is</h2>
<p>She is in good spirits, and cross with all of us for closing the stall. She asks for <em>visitors</em> more than for anything else: afternoons are best, and she is fond of mangoes. Press RSVP to book a visit, and we will tell the ward that you are coming.</p>
<p>She always said that nobody lifts a boat out of the lake alone. <em>Asanteni sana, erokamano.</em></p>`,
  views: { package: 'Impact', used: 1286 },
  comments: [
    {
      name: 'Sister Beatrice',
      content: 'The whole of St. Monica’s prays for you at six every evening, Mama.',
      daysAgo: 31,
      likes: 24,
    },
    {
      name: 'Brian Odhiambo',
      content:
        'In my second year I ate on credit at your stall for a whole term, and you never wrote it down. I did. Get well, Mama.',
      daysAgo: 29,
      likes: 61,
    },
    { content: 'Strength to the family. It is not much, but it is sent with love.', daysAgo: 24, likes: 8 },
    {
      name: 'Grace Njeri',
      content: 'My mother had the same operation in 2022.\n\nShe dances in church again. Do not be afraid.',
      daysAgo: 19,
      likes: 37,
    },
    {
      name: 'Kondele Boda Riders',
      content: 'We passed the helmet round at the stage this morning. All forty-two of us put something in.',
      daysAgo: 15,
      likes: 45,
    },
    {
      name: 'Dr. Fatuma Ali',
      content: 'As one of those who look after her: your visits do more than half of our medicine.',
      daysAgo: 11,
      likes: 52,
    },
    {
      name: 'Ochieng’ K.',
      content: 'From Doha, but still of Nyalenda. Pole sana Mama, we are with you.',
      daysAgo: 6,
      likes: 12,
    },
    { content: 'I never met you. My neighbour told me your story, and I could not read on.', daysAgo: 3, likes: 19 },
    {
      name: 'Mary Wambui',
      content: 'I saw her on Tuesday: she laughed, and sent me home with my own mangoes.',
      daysAgo: 1,
      likes: 15,
    },
    { name: 'Quick Loans', content: 'Get 50,000 in five minutes! Visit www.loans-today.example', daysAgo: 1, likes: 0 },
  ],
  visits: [
    {
      name: 'Peter Kiprono',
      email: 'kiprono@example.org',
      phone: '+254712000101',
      inDays: 2,
      time: '14:00',
      guests: 2,
      message: 'We are coming from Eldoret. May we bring our daughter? She is four.',
      status: 'confirmed',
    },
    {
      name: 'Akinyi Onyango',
      email: 'akinyi@example.org',
      phone: '+254722000102',
      inDays: 3,
      time: '16:00',
      guests: 1,
      status: 'pending',
    },
    {
      name: 'St. Monica Choir',
      email: 'choir@example.org',
      phone: '+254733000103',
      inDays: 6,
      time: '11:00',
      guests: 5,
      message: 'We would like to sing two songs, softly.',
      status: 'pending',
    },
    {
      name: 'Tom Mboya',
      email: 'mboya@example.org',
      phone: '+254701000104',
      inDays: -4,
      time: '14:00',
      guests: 3,
      status: 'confirmed',
    },
    {
      name: 'Jane Doe',
      email: 'jane@example.org',
      phone: '+254711000105',
      inDays: -9,
      time: '09:00',
      guests: 1,
      status: 'cancelled',
    },
  ],
}

const library: ExampleDrive = {
  title: 'Quiet Corner Library',
  slogan: 'A lamp, a table, and a thousand stories',
  category: 'Education',
  goal: 320_000,
  opened: 21,
  ends: 60,
  picture: 'library',
  description: `<p>After school there is no place in our estate where it is quiet. Children do their homework on stairs and under street lamps.</p>
<p>The church lends us its old store-room. We want to make a library of it: <strong>shelves, six tables, solar light, and the first thousand books</strong>, half of them in Kiswahili.</p>
<h3>What is there already</h3>
<ol><li>the room, with a new roof</li><li>four hundred books, given by readers in Nairobi</li><li>two teachers who will open it every day from three until seven</li></ol>`,
  views: { package: 'Free', used: 15 },
  comments: [
    { name: 'Mwalimu Jemimah', content: 'My class has begun to write labels for the shelves.', daysAgo: 12, likes: 9 },
    { content: 'I learned to read under such a lamp. Bless you.', daysAgo: 8, likes: 6 },
  ],
}

const others: ExampleDrive[] = [
  {
    title: 'Clean Water for Kisima',
    slogan: 'Maji ni uhai: water is life',
    category: 'Community',
    goal: 1_450_000,
    status: 'paused',
    opened: 58,
    ends: 90,
    picture: 'pump',
    description: `<p>The women of Kisima walk eleven kilometres a day for water. A pump in the village would end that.</p>
<p>The drilling was stopped at sixty metres by rock. <strong>We have paused the drive</strong> until the county’s geologist has told us where to try next; what was given is kept for the pump.</p>`,
    views: { package: 'Growth', used: 214 },
    comments: [
      { name: 'Lekishon', content: 'Better to ask first and drill once. We wait with you.', daysAgo: 20, likes: 5 },
    ],
  },
  {
    title: 'New Boots for Umoja FC',
    slogan: 'Eleven pairs, one team',
    category: 'Sports',
    goal: 96_000,
    status: 'completed',
    committee: { treasurers: ['Otieno Odhiambo'], must: 1 },
    opened: 120,
    ends: -14,
    picture: 'team',
    description: `<p>Umoja FC won the ward’s league in borrowed boots. With your help all fourteen girls and boys have a pair of their own, and shirts to match.</p>
<p><strong>The drive is completed.</strong> The first match in the new boots was won 3–1. Asanteni!</p>`,
    views: { package: 'Growth', used: 388 },
    comments: [
      {
        name: 'Coach Baraka',
        content: 'They slept with the boots beside their beds. I have proof.',
        daysAgo: 16,
        likes: 22,
      },
    ],
  },
  {
    title: 'Ruiru Tree Planting Day',
    slogan: 'Bring a spade, leave with muddy hands',
    category: 'Environment',
    opened: 9,
    ends: 12,
    description: `<p>No money is asked for this one. We are planting six hundred indigenous trees along the Ruiru river and need hands for a morning.</p>
<ul><li>Meet at the old bridge, 8 o’clock</li><li>Seedlings, gloves and tea are there</li><li>Children are welcome</li></ul>
<p>Press RSVP, so that we know how much tea to make.</p>`,
    views: { package: 'Free', used: 6 },
    visits: [
      {
        name: 'Njoroge Family',
        email: 'njoroge@example.org',
        phone: '+254720000106',
        inDays: 12,
        time: '09:00',
        guests: 4,
        status: 'pending',
      },
    ],
  },
]

export const exampleDrives: ExampleDrive[] = [mamaAchieng, library, ...others]
