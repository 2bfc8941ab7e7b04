import { describe, expect, test } from 'vitest'
import { mostGuestLines, readGuests } from '#app/invitations/guests/import/read-guests.ts'

// Lists as families and committees write them.

type Said = { phone?: string; seats?: number; groups?: string[]; note?: string; email?: string }
/** One line each. Phones are written as they are kept, without +254. */
const lines: [text: string, name: string, said: Said][] = [
  ['1. Mama Njeri 0712 345 678 x4', 'Mama Njeri', { phone: '712345678', seats: 4 }],
  ['2) Baba Otieno - 0722000111 (3)', 'Baba Otieno', { phone: '722000111', seats: 3 }],
  ['1. Mama Njeri (3) 0712 345 678', 'Mama Njeri', { phone: '712345678', seats: 3 }],
  ['3. Mr & Mrs Mutua +254 733 111 222', 'Mr & Mrs Mutua', { phone: '733111222', seats: 2 }],
  ['4.Auntie Rose 0110345678 +2', 'Auntie Rose', { phone: '110345678', seats: 3 }],
  ['Auntie Rose 0110345678 +3', 'Auntie Rose', { phone: '110345678', seats: 4 }],
  ['Kamau +3 0700 111 222', 'Kamau', { phone: '700111222', seats: 4 }],
  ['Kamau +3 700 111 222', 'Kamau', { phone: '700111222', seats: 4 }],
  ['Kamau +1 0700111222', 'Kamau', { phone: '700111222', seats: 2 }],
  ['Kamau +2 +254 700 111 222', 'Kamau', { phone: '700111222', seats: 3 }],
  ['Kamau (+3) 0700 111 222', 'Kamau', { phone: '700111222', seats: 4 }],
  ['Kamau, +3, 0700 111 222', 'Kamau', { phone: '700111222', seats: 4 }],
  ['Kamau + 3 0700 111 222', 'Kamau', { phone: '700111222', seats: 4 }],
  ['+3 Kamau 0700 111 222', 'Kamau', { phone: '700111222', seats: 4 }],
  ['5 Pastor James 0723-456-789 4 seats', 'Pastor James', { phone: '723456789', seats: 4 }],
  ['6. Chief Barasa – watu 4 - 0734 567 890', 'Chief Barasa', { phone: '734567890', seats: 4 }],
  ['7️⃣ Cate Wambui 📞 0745 111 222 ✅', 'Cate Wambui', { phone: '745111222' }],
  ['🔟 Sis Mercy 0745 111 223', 'Sis Mercy', { phone: '745111223' }],
  ['8. Njoroge 254712345679', 'Njoroge', { phone: '712345679' }],
  ['• Halima Yusuf, 0799 123 456, 2', 'Halima Yusuf', { phone: '799123456', seats: 2 }],
  ['- Juma na familia (5) 0701 000 222', 'Juma na familia', { phone: '701000222', seats: 5 }],
  ['[12/11/26, 10:04] Wanjiku: 9. Uncle Tom 0711 222 333 x2', 'Uncle Tom', { phone: '711222333', seats: 2 }],
  ['[12/11/2026, 10:05:33] ~ Shiro 🌸: Shiru wa Ciku 0798765432 +1', 'Shiru wa Ciku', { phone: '798765432', seats: 2 }],
  ['12/11/26, 10:06 - Kamau: Otis 0700111222 pax 3', 'Otis', { phone: '700111222', seats: 3 }],
  ['10. MAMA ATIENO 0720.555.666 watu wawili', 'Mama Atieno', { phone: '720555666', seats: 2 }],
  ['11. Eng. Kiprop (0721 888 999) 2 pax', 'Eng. Kiprop', { phone: '721888999', seats: 2 }],
  [
    "12. Ng'ang'a family 0722 333 444 #family x6",
    "Ng'ang'a family",
    { phone: '722333444', seats: 6, groups: ['family'] },
  ],
  [
    '13. Dr. Achieng achieng@example.org #doctors #committee',
    'Dr. Achieng',
    { email: 'achieng@example.org', groups: ['doctors', 'committee'] },
  ],
  ['14. Mwalimu Jemimah', 'Mwalimu Jemimah', {}],
  ['Hon. (Dr.) Wavinya Ndeti 0711100299', 'Hon. Wavinya Ndeti', { phone: '711100299', note: 'Dr.' }],
  ['38. Maj. Gen. (Rtd) Musomba', 'Maj. Gen. Musomba', { note: 'Rtd' }],
  ['Prof (Mrs) Mwikali Kioko x2', 'Prof Mwikali Kioko', { seats: 2, note: 'Mrs' }],
  ['Pastor James (Nairobi)', 'Pastor James', { note: 'Nairobi' }],
  ['Kevo 0712345671 coming', 'Kevo', { phone: '712345671' }],
  ['Juma 10 0711 000 308', 'Juma', { phone: '711000308', seats: 10 }],
  ['Kwaya 25 0711 000 323', 'Kwaya', { phone: '711000323', seats: 25 }],
  ['17. Msee wa mtaa, Otis 0799111000', 'Msee wa mtaa', { phone: '799111000', note: 'Otis' }],
  ['Cucu Wanjiru nafasi 2 0722 444 555', 'Cucu Wanjiru', { phone: '722444555', seats: 2 }],
  ['0733 222 111 Kimani', 'Kimani', { phone: '733222111' }],
  ['0733222112 - Mumbi - 3', 'Mumbi', { phone: '733222112', seats: 3 }],
  ['Nyambura 0733222113, 2', 'Nyambura', { phone: '733222113', seats: 2 }],
  ['18. Class of 98 x 10', 'Class of 98', { seats: 10 }],
  ['19. Form 4 West teachers 0722 999 888', 'Form 4 West teachers', { phone: '722999888' }],
  ['21. Fatuma 2 adults 3 kids 0734111222', 'Fatuma', { phone: '734111222', seats: 5 }],
  ['22. Mzee Karanja 0722 123 123 / 0733 321 321', 'Mzee Karanja', { phone: '722123123', note: '0733 321 321' }],
  ['23. Njoki 0722 123 124 2,000 ✅', 'Njoki', { phone: '722123124' }],
  ['23. Njoki 0722 123 124 Ksh 500/=', 'Njoki', { phone: '722123124' }],
  ['26. Akinyi & 3 others 0711 100 200', 'Akinyi', { phone: '711100200', seats: 4 }],
  ['*27.* *Brian*  – 0711 100 201 – *x2*', 'Brian', { phone: '711100201', seats: 2 }],
  ['27. Zainab tuko watatu 0711 100 201', 'Zainab', { phone: '711100201', seats: 3 }],
  ['Mathe ya Sonko 0711100218 tuko wanne', 'Mathe ya Sonko', { phone: '711100218', seats: 4 }],
  [
    '30. Maureen +254 711-100-214 / maureen@example.com',
    'Maureen',
    { phone: '711100214', email: 'maureen@example.com' },
  ],
  ['31. Kui 0711100215 plus one', 'Kui', { phone: '711100215', seats: 2 }],
  ['32. Deno 0711100216 +kids 2', 'Deno', { phone: '711100216', seats: 3 }],
  ['33. Tosh & bae 0711100217', 'Tosh & bae', { phone: '711100217', seats: 2 }],
  ['35. Fam ya Odhis 6 pax 0711100219', 'Fam ya Odhis', { phone: '711100219', seats: 6 }],
  ["37. Rev. Fr. Kamande (St. Jude's) 0711100221", 'Rev. Fr. Kamande', { phone: '711100221', note: "St. Jude's" }],
  ['38. Lilian Wanjiku Mwangi 0711100222 amelipa', 'Lilian Wanjiku Mwangi', { phone: '711100222' }],
  ['41. Jane 0711100225 seats: 3', 'Jane', { phone: '711100225', seats: 3 }],
  ['42. Jane: 0711100226: 3', 'Jane', { phone: '711100226', seats: 3 }],
  ['43. Jane;0711100227;3', 'Jane', { phone: '711100227', seats: 3 }],
  ['44. Jane +254(0)711100228', 'Jane', { phone: '711100228' }],
  ['45. Jane 00254711100229', 'Jane', { phone: '711100229' }],
  ['46. Jane 711100230', 'Jane', { phone: '711100230' }],
  ['31. Jane\t0711100205\t2', 'Jane', { phone: '711100205', seats: 2 }],
  ['47. Prof. Maathai Foundation 8 seats', 'Prof. Maathai Foundation', { seats: 8 }],
  ['49. Kamau/Wanjiru 0711100232', 'Kamau/Wanjiru', { phone: '711100232' }],
  ['51. Mama Shiko🙏🏾🙏🏾 0711 100 233 🪑🪑', 'Mama Shiko', { phone: '711100233' }],
  [
    '53. Tom 2 people 0711100234 #work #Work #cousins_of_bride',
    'Tom',
    { phone: '711100234', seats: 2, groups: ['work', 'cousins of bride'] },
  ],
  ['54. Wafula & family 0711100235 family of 5', 'Wafula & family', { phone: '711100235', seats: 5 }],
  ['55. watu 4 Mama Zawadi 0711100236', 'Mama Zawadi', { phone: '711100236', seats: 4 }],
  ['4 watu Mama Zawadi 0711100237', 'Mama Zawadi', { phone: '711100237', seats: 4 }],
  ['39. Ms. Owuor, Limuru, 0711100213, +3', 'Ms. Owuor', { phone: '711100213', seats: 4, note: 'Limuru' }],
  ['36. +254711100210 Mama Shiko na mwenzake', 'Mama Shiko', { phone: '711100210', seats: 2 }],
  ['37. Bro Sammy-0711100211-2', 'Bro Sammy', { phone: '711100211', seats: 2 }],
  ['32. Gĩthĩnji wa Mũgo – 0711 100 206', 'Gĩthĩnji wa Mũgo', { phone: '711100206' }],
  ['Ọlájídé Ṣadé, 0711 100 208', 'Ọlájídé Ṣadé', { phone: '711100208' }],
  ['\u200e[12/11/26, 10:04] \u202aBrenda\u202c: \u2068Peris\u2069. 0711100212', 'Peris', { phone: '711100212' }],
  ['➢ Wambo na Kim 0711100213 pax2', 'Wambo na Kim', { phone: '711100213', seats: 2 }],
  ['☑️ Ｋａｍａｕ ０７１１１００２１４', 'Kamau', { phone: '711100214' }],
  ['Otieno 4', 'Otieno 4', {}],
  ['VIP: Hon. Senator Agnes Kavindu', 'Hon. Senator Agnes Kavindu', { groups: ['VIP'] }],
  ['Table 4: Sister Agnes', 'Sister Agnes', { groups: ['Table 4'] }],
  [
    '3. Meza 2 : Baba Otis 0711100216 x2 #work',
    'Baba Otis',
    { phone: '711100216', seats: 2, groups: ['Meza 2', 'work'] },
  ],
  ['Fatuma & 2', 'Fatuma', { seats: 3 }],
  ['Fatuma na 2 0711100217', 'Fatuma', { phone: '711100217', seats: 3 }],
  ['Mr & Mrs Otieno', 'Mr & Mrs Otieno', { seats: 2 }],
  ['Otis na Achieng 0711100218', 'Otis na Achieng', { phone: '711100218', seats: 2 }],
  ['Otis na Achieng x5', 'Otis na Achieng', { seats: 5 }],
  ['Kamau & Sons', 'Kamau & Sons', {}],
  ['Salt and Light Ministry', 'Salt and Light Ministry', {}],
  ['~Juma~ Asha 0711100215', 'Asha', { phone: '711100215' }],
]

describe('a line', () => {
  test.each(lines)('%s', (text, name, { phone, ...said }) => {
    const { guests, unread } = readGuests(text)
    expect(unread).toEqual([])
    expect(guests).toHaveLength(1)
    const nothing = { seats: null, groups: [], note: '', email: null }
    expect(guests[0]).toMatchObject({ name, phone: phone ? `+254${phone}` : null, ...nothing, ...said })
  })

  test('a number of another country says so', () => {
    expect(readGuests('24. Sis Brenda (UK) +44 7700 900123').guests).toMatchObject([
      { name: 'Sis Brenda', phone: '+447700900123', note: 'UK' },
    ])
  })

  test.each([
    ['*GUEST LIST - RURACIO YA WANJIKU*', 'heading'],
    ['Wageni wa harusi:', 'heading'],
    ['Orodha ya wageni', 'heading'],
    ['Group A: ', 'heading'],
    ['Jumla 40', 'heading'],
    ['12/11/26, 10:06 - Kamau added you', 'chat'],
    ['12/11/26, 10:07 - Kamau: <Media omitted>', 'chat'],
    ['https://chat.whatsapp.com/Abc', 'chat'],
    ['20. ~Old Name 0722 111 444~', 'crossed out'],
    ['35.  0711100209', 'no name'],
    ['07111002', 'number'],
    ['Ali 07123', 'number'],
    ['Ali: 071234', 'number'],
    ['15. Wekesa 071234567', 'number'],
    ['25. Kioko 07** *** 678', 'number'],
    ['28. Kip x0 0711 100 202', 'seats'],
    ['29. Bishop x60 0711 100 203', 'seats'],
    [`Mama ${'Njeri '.repeat(20)}0711 100 203`, 'too long'],
    ['word '.repeat(200), 'too long'],
    ['9'.repeat(1_000_000), 'too long'],
  ])('%s names nobody: %s', (text, why) => {
    const { guests, unread } = readGuests(text)
    expect(guests).toEqual([])
    expect(unread.map((one) => one.why)).toEqual([why])
  })

  test('signs that turn text round, and what a sheet would run, are no part of a name', () => {
    const { guests } = readGuests(
      "1. \u202eijreN amaM\u202c\0 0711100204\n2. =cmd|' /C calc'!A0 0711100205\n3. @SUM(A1) 0711100206",
    )
    expect(guests.map(({ name }) => name)).toEqual(['ijreN amaM', 'cmd', 'Sum A1'])
  })

  test('what comes before a colon and a name may be a label: the host says', () => {
    expect(readGuests('Kamau: Otis 0711100200').guests).toMatchObject([{ doubt: 'label' }])
    expect(readGuests('Jane: 0711100226: 3').guests[0]!.doubt).toBeUndefined()
    expect(readGuests('41. Jane 0711100225 seats: 3').guests[0]!.doubt).toBeUndefined()
  })

  test('each line is told by its number in what was pasted', () => {
    const { guests, unread } = readGuests('Wageni:\n\n1. Asha\r\n2. 0711100209\n3. Juma')
    expect(guests.map(({ line }) => line)).toEqual([3, 5])
    expect(unread.map(({ line }) => line)).toEqual([1, 4])
  })
})

const asha = { name: 'Asha Juma', phone: '+254711100200', seats: 3, groups: ['Family'] }
describe('a table', () => {
  test.each([
    ['with commas', 'Name,Phone,Seats,Group\nAsha Juma,0711100200,3,Family'],
    ['in Swahili, with semicolons', 'Na.;JINA;SIMU;NAFASI;KUNDI\r\n1;Asha Juma;0711 100 200;3;Family\r\n'],
    [
      'with tabs, and quotes',
      'jina kamili\tnambari ya simu\twatu\tkikundi\n"Asha Juma"\t"+254 711 100 200"\twatu 3\tFamily',
    ],
    [
      'below a title',
      'RURACIO YA WANJIKU,,,\n\nGuest name,Mobile No,No. of seats,Group\nAsha Juma,0711100200,3,#Family',
    ],
    [
      'as an address book writes it',
      'First Name,Middle Name,Last Name,Phone 1 - Label,Phone 1 - Value,Pax,Labels\nAsha,,Juma,Mobile,0711 100 200 ::: 0733 1,3,* myContacts ::: Family',
    ],
    [
      'with a byte mark, and a number that a sheet made short',
      '\uFEFFName,Phone,Seats,Group\nAsha Juma,711100200,3.0,Family',
    ],
  ])('%s', (_, text) => {
    expect(readGuests(text)).toMatchObject({ guests: [asha], unread: [], isTooLong: false })
  })

  test.each([
    ...'Contact, Contact No, Contact No., Contacts, Contact number, Mobile Phone No, Mobile phone'.split(', '),
    ...'Mobile no., Cell, Cell No, Cellphone number, Phone, Phone no, Phone Number, Phone #'.split(', '),
    ...'PHONE NUMBERS, Tel, Tel., Tel No, Telephone, Telephone number, WhatsApp, WhatsApp No'.split(', '),
    ...'Whats App number, MSISDN, M-Pesa number, Simu, Simu ya mkononi, Namba ya simu, Nambari ya simu'.split(', '),
    ...'Nambari'.split(', '),
  ])('the heading %s is of phones', (head) => {
    const { guests, columns } = readGuests(`Name,${head},Seats\nAsha Juma,0711100200,3`)
    expect([guests.map(({ phone }) => phone), columns]).toEqual([['+254711100200'], []])
  })

  test.each([
    [
      'a surname and other names',
      'Surname,Other names,Phone\nJuma,Asha Wangari,0711100200',
      'Asha Wangari Juma',
      null,
      '',
    ],
    ['a title', 'Title,First name,Surname,Tel\nDr,Asha,Juma,0711100200', 'Dr Asha Juma', null, ''],
    ['a spouse', 'Name,Phone,Spouse\nAsha Juma,0711100200,Otis', 'Asha Juma', 2, '& Otis'],
    ['no spouse', 'Name,Phone,Spouse\nAsha Juma,0711100200,none', 'Asha Juma', null, ''],
    ['adults and kids', 'Name,Phone,Adults,Kids\nAsha Juma,0711100200,2,3', 'Asha Juma', 5, ''],
    ['adults and no kids', 'Name,Phone,Adults,Kids\nAsha Juma,0711100200,2,0', 'Asha Juma', 2, ''],
    ['a plus one', 'Name,Phone,Plus one\nAsha Juma,0711100200,Yes', 'Asha Juma', 2, ''],
    ['two phones', 'Name,Phone,Alternative phone\nAsha Juma,0711100200,0711100201', 'Asha Juma', null, '0711 100 201'],
  ])('with %s', (_, text, name, seats, note) => {
    expect(readGuests(text)).toMatchObject({
      guests: [{ name, phone: '+254711100200', seats, note }],
      unread: [],
      columns: [],
    })
  })

  test('who is said not to come is asked about, and not taken in silence; a table is a group', () => {
    const { guests } = readGuests('Name,Attending,Table\nAsha,Yes,4\nOtis,No,4\nJuma,Hapana,High table')
    expect(guests.map(({ name, doubt, groups }) => [name, doubt, groups])).toEqual([
      ['Asha', undefined, ['Table 4']],
      ['Otis', 'not coming', ['Table 4']],
      ['Juma', 'not coming', ['High table']],
    ])
  })

  test('a column that is not understood is shown with what is in it, and read as the host says', () => {
    const text = 'No,Name,Phone,Mchumba,Empty\n1,Asha,0711100200,Otis,\n2,Juma,0711100201,Akinyi,'
    expect(readGuests(text).columns).toEqual([{ at: 3, head: 'Mchumba', sample: 'Otis · Akinyi', as: null }])
    const said = readGuests(text, { 3: 'spouse' })
    expect(said.columns).toMatchObject([{ at: 3, as: 'spouse' }])
    expect(said.guests.map(({ seats, note }) => [seats, note])).toEqual([
      [2, '& Otis'],
      [2, '& Akinyi'],
    ])
    expect(readGuests(text, { 3: 'none' })).toMatchObject({
      columns: [{ as: 'none' }],
      guests: [{ seats: null }, { seats: null }],
    })
  })

  test('without a head its lines are a list', () => {
    expect(readGuests('Asha Juma,0711100200,3\n"Otis",0711100201,').guests).toMatchObject([
      { name: 'Asha Juma', seats: 3 },
      { name: 'Otis', seats: null },
    ])
  })

  test('a quote that is never closed loses nobody', () => {
    const { guests } = readGuests(
      'Name,Phone\nAsha,0711100200\n"Big" Joe,0711100201\n"Otis,0711100202\nJuma,0711100203',
    )
    expect(guests.map(({ name }) => name)).toEqual(['Asha', 'Big Joe', 'Otis', 'Juma'])
  })

  test.each([
    ['no name', ',0711100200,3'],
    ['number', 'Asha,0711,3'],
    ['seats', 'Asha,0711100200,51'],
    ['seats', 'Asha,0711100200,many'],
    ['too long', `${'a'.repeat(101)},0711100200,3`],
  ])('a row with a bad cell says %s', (why, row) => {
    expect(readGuests(`Name,Phone,Seats\n${row}`).unread).toMatchObject([{ line: 2, why }])
  })
})

const card = (...inner: string[]) => ['BEGIN:VCARD', ...inner, 'END:VCARD', ''].join('\r\n')
describe('cards of an address book', () => {
  test.each([
    [
      '2.1, in quoted-printable',
      card(
        'VERSION:2.1',
        'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C5=A9go;G=C4=A9th=',
        '=C4=A9nji;;;',
        'TEL;CELL;PREF:0711100200',
      ),
      'Gĩthĩnji Mũgo',
    ],
    [
      '3',
      card(
        'VERSION:3.0',
        'FN:Asha Juma',
        'N:Juma;Asha;;;',
        'item1.TEL;TYPE=CELL;waid=254711100200:+254 711 100 200',
        'CATEGORIES:myContacts,Family',
      ),
      'Asha Juma',
    ],
    [
      '4',
      card(
        'VERSION:4.0',
        'FN:Asha\\, Juma',
        'TEL;VALUE=uri;TYPE="voice,cell":tel:+254-711-100-200',
        'EMAIL:asha@example.org',
      ),
      'Asha, Juma',
    ],
    [
      'with folded lines',
      card('VERSION:3.0', 'FN:Asha Ju', ' ma', 'TEL;TYPE=HOME:020 222 2222', 'TEL;TYPE=CELL:0711 100', '  200'),
      'Asha Juma',
    ],
  ])('version %s', (_, text, name) => {
    expect(readGuests(text)).toMatchObject({ guests: [{ name, phone: '+254711100200' }], unread: [] })
  })

  test('several cards, one without a name and one whose number is none', () => {
    const text = card('FN:Asha', 'TEL:0711100200') + card('TEL:0711100201') + card('FN:Otis', 'TEL:12')
    const { guests, unread } = readGuests(text)
    expect([guests.map(({ name }) => name), unread.map(({ why }) => why)]).toEqual([['Asha'], ['no name', 'number']])
  })

  test('a picture of a megabyte is not looked at', () => {
    const photo = Array.from({ length: 16_000 }, () => ` ${'QUJD'.repeat(18)}`)
    const text = card('VERSION:3.0', 'FN:Asha', 'PHOTO;ENCODING=b;TYPE=JPEG:QUJD', ...photo, 'TEL:0711100200')
    expect(readGuests(text)).toMatchObject({ guests: [{ name: 'Asha', phone: '+254711100200' }], isTooLong: false })
  })
})

describe('what was made to keep us busy is answered at once', () => {
  const names = (many: number) =>
    Array.from({ length: many }, (_, at) => `${at + 1}. Guest ${'abcdefghij'[at % 10]} x2`)
  test('5,000 lines are read, and of 5,001 nothing is taken', () => {
    expect(readGuests(names(mostGuestLines).join('\n'))).toMatchObject({ isTooLong: false, unread: [] })
    expect(readGuests(names(mostGuestLines + 1).join('\n')).isTooLong).toBe(true)
    expect(readGuests(`Name,Phone\n${'Asha,0711100200\n'.repeat(mostGuestLines + 1)}`).isTooLong).toBe(true)
  })

  const big = 1_400_000
  const whole = (text: string) => text.repeat(Math.ceil(big / text.length))
  test.each([
    ['digits in groups', whole('0711 ')],
    ['lines of digits', whole(`${'7 '.repeat(199)}\n`)],
    ['brackets', whole(`${'('.repeat(399)}\n`)],
    ['signs of mail', whole(`${'a@'.repeat(199)}\n`)],
    ['marks on one letter', `a${whole('\u0301')}`],
    ['ends of lines', whole('\n')],
    ['a quote that is never closed', `Name,Phone\n"${whole('a""')}`],
    ['delimiters', `Name,Phone\n${whole(',')}`],
    ['a card that never ends', `BEGIN:VCARD\n${whole('TEL:1\n')}`],
    ['cards in cards', whole('BEGIN:VCARD\n')],
    ['a line of a card that goes on', `BEGIN:VCARD\nFN:${whole('a\n ')}`],
    ['picture within picture', `BEGIN:VCARD\n${whole('PHOTO:a\n')}`],
  ])('%s', (_, text) => {
    // What this thread worked, not what it waited for others on the machine.
    const before = process.threadCpuUsage()
    readGuests(text)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(5000)
  })
})
