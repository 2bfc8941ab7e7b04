import { describe, expect, test } from 'vitest'
import { readGuests } from '#app/invitations/guests/import/read-guests.ts'

// What people say in a group while a list goes round, and the names that look a little like it.

const marked = (line: string) => readGuests(line).guests.map(({ isSaid }) => isSaid)

describe('looks like a message', () => {
  test.each([
    'ok thanks',
    'Ok, thanks 🙏🏾',
    'OKAAAY',
    'Noted',
    'Noted with thanks',
    'Amen',
    'Ameen 🙏',
    'Amen and amen',
    'Thank you so much dear',
    'Thanks everyone, see you there',
    'Congratulations to you all!',
    'Good morning everyone',
    'God bless you all',
    'Please add Mama Njeri',
    'Kindly share the till number',
    'I will be there',
    "I'm coming with my wife",
    'We will be 4',
    'Who is coming?',
    'Nani analeta viti?',
    "Don't forget the caterer",
    'Usisahau mahema',
    'Yes',
    'no',
    'Hello',
    'Happy birthday Grace',
    'Sawa',
    'Sawa sawa, asante',
    'sawaaa 👍',
    'Asante sana',
    'Asanteni wote',
    'Ahsante kwa taarifa',
    'Poa',
    'Ndio',
    'Karibuni sana',
    'Hongera sana dada',
    'Poleni sana kwa familia',
    'Habari za asubuhi',
    'Nitakuja kesho',
    'Tuko pamoja',
    'Bwana asifiwe',
    'Mungu akubariki',
    'Tafadhali ongeza Baba Otieno',
    '[12/11/26, 10:04] Wanjiku: Amen',
    '12/11/26, 10:06 - Kamau: ok thanks',
    'Kamau added Njeri',
    'Kamau left',
    "Otis joined using this group's invite link",
    'You added Kamau',
    'Kamau changed the group description',
    'Kamau alimwongeza Njeri',
    'Messages and calls are end-to-end encrypted.',
    'This message was edited',
  ])('%s', (line) => {
    expect(marked(line)).toEqual([true])
  })
})

describe('is a name', () => {
  test.each([
    'Amen Okafor',
    'Grace',
    'Baraka',
    'Baraka Mungai',
    'Asante Kwame',
    'Noted Mwangi',
    'Blessing Achieng',
    'Joy',
    'Love Wambui',
    'Happy Mwende',
    'Praise Otieno',
    'Welcome Sithole',
    'Nice Uwase',
    'Neema',
    'Furaha',
    'Amani na Pendo',
    'Asifiwe',
    'Salama',
    'Safi',
    'Bwana Otieno',
    'Dada Wangari',
    'Baba na Mama Njeri',
    'Karibu Hassan',
    "God'sgift Ouma",
    'Ok Computer Ltd',
    'Will Kamau',
    'May Atieno',
    'June Sawa Okoth',
    'Yes Adhiambo',
    'Dada Niko',
    'Oh Min',
    'Ty',
    'Niko',
    'Dada wangu',
    'Pole pole Band',
    'My cousin Peter',
    'Family ya Mutua',
    'Amina added by Juma',
    'Kushoto Left Wing',
    '1. Amen',
    '2) Sawa 0712 345 678',
    'Asante 0712 345 678',
    'Amen amen@example.org',
  ])('%s', (line) => {
    expect(marked(line)).toEqual([false])
  })

  test('so is what a table or an address book has in the place of a name', () => {
    const { guests } = readGuests('Name,Phone\nAmen,0711100200\nSawa,')
    expect(guests.map(({ isSaid }) => Boolean(isSaid))).toEqual([false, false])
  })
})

test.each(['<Media omitted>', 'You deleted this message', 'This message was deleted', 'image omitted'])(
  'what the program of a chat writes where a message was is not read at all: %s',
  (line) => {
    expect(readGuests(line)).toMatchObject({ guests: [], unread: [{ why: 'chat' }] })
  },
)
