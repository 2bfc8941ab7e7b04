import type { Why } from './outcomes.ts'

// What payers read, in their language.

export type Language = 'en' | 'sw'

const en = {
  sandbox: 'Sandbox: no real money',
  aside: 'A pretend checkout for trying things out.',
  pay: (amount: string) => `Pay ${amount}`,
  paying: 'Paying…',
  to: 'To',
  for: 'For',
  from: 'From',
  how: 'Pay with',
  mobile: 'M-Pesa',
  card: 'Card',
  bank: 'Bank',
  phone: 'Phone number',
  phoneHelp: 'A request to pay goes to this phone.',
  number: 'Card number',
  expiry: 'Expiry',
  expiryHelp: 'Month and year, such as 12/30',
  cvv: 'CVV',
  neverReal: 'Never type the number of a real card here.',
  bankHelp: 'A transfer from the Sandbox Bank, which always works.',
  cancel: 'Cancel',
  expired: 'This checkout has expired',
  expiredHelp: 'Nothing was paid. Go back and begin again.',
  paid: 'This payment has been made',
  paidHelp: (amount: string) => `${amount} was paid. Nothing will be taken twice.`,
  cancelled: 'This payment was cancelled',
  cancelledHelp: 'Nothing was paid. You may close this page.',
  back: 'Go back',
  missing: 'There is no such checkout',
  missingHelp: 'The address may have been cut short.',
  waiting: 'Check your phone',
  waitingHelp: (amount: string) => `Enter your PIN on your phone to pay ${amount}. This page continues automatically.`,
  left: (seconds: number | string) => `The request is open for ${seconds} more seconds at most.`,
  badPhone: 'Enter a Kenyan mobile number, such as 0710 000 000',
  tooMuchByPhone: (most: string) => `M-Pesa takes up to ${most} in one payment. Pay by card or bank instead.`,
  badNumber: 'Enter the number of a test card, such as 4084 0840 8408 4081',
  badExpiry: 'Enter a month and year to come, such as 12/30',
  badCvv: 'Enter the three digits, such as 408',
  notPaid: 'Not paid',
  again: 'Nothing was taken. You can try again or pay another way.',
  test: 'Test values',
  testPhones: 'Phones',
  testCards: 'Cards',
  value: 'Value',
  outcome: 'What happens',
  use: 'Use',
  anyOther: 'Expiry and CVV may be left empty.',
  why: {
    'wrong-pin': 'The PIN was wrong.',
    cancelled: 'The request was cancelled on the phone.',
    'no-answer': 'Nobody answered on the phone.',
    insufficient: 'There is not enough money in the account.',
    declined: 'The bank declined the card.',
    'no-test-card': 'Only test cards work here. Never type the number of a real card.',
    'timed-out': 'The network did not answer in time.',
  } satisfies Record<Why, string> as Record<Why, string>,
  phones: {
    '0': 'Paid at once',
    '1': 'Wrong PIN',
    '2': 'Cancelled on the phone',
    '3': 'No answer for 180 seconds',
    '4': 'Not enough money',
    '5': 'Paid after 30 seconds',
    '6': 'Reported as failed, paid 30 seconds later',
    '7': 'Paid, told five times',
    '8': 'Paid, and never told',
    '9': 'Paid, told before you come back',
  } as Record<string, string>,
  cards: {
    '4084 0840 8408 4081': 'Paid',
    '4084 0800 0000 5408': 'Declined',
    '4084 0800 0067 0037': 'Not enough money',
    '4084 0800 0067 1803': 'Paid; a refund fails',
    '4084 0800 0067 1902': 'Paid; a refund needs attention',
  } as Record<string, string>,
}

const sw: typeof en = {
  sandbox: 'Majaribio: si pesa halisi',
  aside: 'Ukurasa wa malipo wa kujaribia tu.',
  pay: (amount) => `Lipa ${amount}`,
  paying: 'Inalipa…',
  to: 'Kwa',
  for: 'Kwa ajili ya',
  from: 'Kutoka',
  how: 'Lipa kwa',
  mobile: 'M-Pesa',
  card: 'Kadi',
  bank: 'Benki',
  phone: 'Nambari ya simu',
  phoneHelp: 'Ombi la malipo litatumwa kwa simu hii.',
  number: 'Nambari ya kadi',
  expiry: 'Inaisha',
  expiryHelp: 'Mwezi na mwaka, kwa mfano 12/30',
  cvv: 'CVV',
  neverReal: 'Usiandike hapa nambari ya kadi halisi.',
  bankHelp: 'Uhamisho kutoka Benki ya Majaribio, ambao hufaulu daima.',
  cancel: 'Ghairi',
  expired: 'Muda wa malipo haya umekwisha',
  expiredHelp: 'Hakuna kilicholipwa. Rudi uanze tena.',
  paid: 'Malipo haya yamekamilika',
  paidHelp: (amount) => `${amount} zimelipwa. Hakuna kitakachokatwa mara mbili.`,
  cancelled: 'Malipo haya yameghairiwa',
  cancelledHelp: 'Hakuna kilicholipwa. Unaweza kufunga ukurasa huu.',
  back: 'Rudi',
  missing: 'Hakuna malipo kama haya',
  missingHelp: 'Huenda anwani imekatwa.',
  waiting: 'Angalia simu yako',
  waitingHelp: (amount) => `Weka PIN kwenye simu yako ili kulipa ${amount}. Ukurasa huu utaendelea wenyewe.`,
  left: (seconds) => `Ombi litabaki wazi kwa sekunde ${seconds} zaidi.`,
  badPhone: 'Andika nambari ya simu ya Kenya, kwa mfano 0710 000 000',
  tooMuchByPhone: (most) => `M-Pesa hupokea hadi ${most} kwa malipo mamoja. Lipa kwa kadi au benki.`,
  badNumber: 'Andika nambari ya kadi ya majaribio, kwa mfano 4084 0840 8408 4081',
  badExpiry: 'Andika mwezi na mwaka ujao, kwa mfano 12/30',
  badCvv: 'Andika tarakimu tatu, kwa mfano 408',
  notPaid: 'Hazijalipwa',
  again: 'Hakuna kilichokatwa. Unaweza kujaribu tena au kulipa kwa njia nyingine.',
  test: 'Thamani za majaribio',
  testPhones: 'Simu',
  testCards: 'Kadi',
  value: 'Thamani',
  outcome: 'Kinachotokea',
  use: 'Tumia',
  anyOther: 'Tarehe ya kuisha na CVV zinaweza kuachwa wazi.',
  why: {
    'wrong-pin': 'PIN haikuwa sahihi.',
    cancelled: 'Ombi lilighairiwa kwenye simu.',
    'no-answer': 'Hakuna aliyejibu kwenye simu.',
    insufficient: 'Hakuna pesa za kutosha kwenye akaunti.',
    declined: 'Benki imekataa kadi.',
    'no-test-card': 'Kadi za majaribio pekee hutumika hapa. Usiandike nambari ya kadi halisi.',
    'timed-out': 'Mtandao haukujibu kwa wakati.',
  },
  phones: {
    '0': 'Hulipwa papo hapo',
    '1': 'PIN si sahihi',
    '2': 'Imeghairiwa kwenye simu',
    '3': 'Hakuna jibu kwa sekunde 180',
    '4': 'Pesa hazitoshi',
    '5': 'Hulipwa baada ya sekunde 30',
    '6': 'Huripotiwa imeshindwa, hulipwa sekunde 30 baadaye',
    '7': 'Hulipwa, huarifiwa mara tano',
    '8': 'Hulipwa, bila kuarifiwa',
    '9': 'Hulipwa, huarifiwa kabla hujarudi',
  },
  cards: {
    '4084 0840 8408 4081': 'Hulipwa',
    '4084 0800 0000 5408': 'Hukataliwa',
    '4084 0800 0067 0037': 'Pesa hazitoshi',
    '4084 0800 0067 1803': 'Hulipwa; kurejesha hushindwa',
    '4084 0800 0067 1902': 'Hulipwa; kurejesha huhitaji hatua',
  },
}

export type Words = typeof en
const words: Record<Language, Words> = { en, sw }

/** The language that the browser wants most, of those there are. */
export function spoken(request: Request): { language: Language; words: Words } {
  const wanted = (request.headers.get('accept-language') ?? '').split(',').map((part) => {
    const [tag = '', weight] = part.trim().split(/;\s*q=/)
    return { tag: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) || 0 }
  })
  const best = wanted.filter(({ tag }) => tag in words).sort((a, b) => b.weight - a.weight)[0]
  const language = best && best.weight > 0 ? (best.tag as Language) : 'en'
  return { language, words: words[language] }
}

const figures = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 0, maximumFractionDigits: 2 })
const withCents = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const money = (cents: number) => `KES ${(cents % 100 === 0 ? figures : withCents).format(cents / 100)}`
