import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  enterGuests,
  forgetGuestPastes,
  guestPasteOf,
  keepGuestPaste,
  listText,
} from '#app/invitations/guests/import/import.server.ts'
import { enterForm } from '#app/invitations/guests/import/import.ts'
import { addOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { testDatabase } from '#test/database.ts'
import { occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'

// From a pasted list to guests who are invited: each once, from however many tabs.

const db = await testDatabase()

type Gathering = Awaited<ReturnType<typeof someGathering>>
const typed = (list: number, own: Record<string, unknown> = {}) =>
  enterForm.parse({ list: String(list), 'occasions[]': ['1'], seats: '1', vouched: 'on', ...own })
const enter = async ({ mine }: Gathering, text: string, own: Record<string, unknown> = {}) =>
  enterGuests(db, mine, typed(await keepGuestPaste(db, mine, text), own))
const preview = async ({ id, mine }: Gathering, text: string) => {
  const { rows } = (await guestPasteOf(db, id, await keepGuestPaste(db, mine, text)))!
  return rows.map(({ name, is, otherName, differs }) => [name, is, otherName, differs].filter((one) => one.length > 0))
}
const listed = async ({ id }: Gathering) => {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', s.name, s.phone, s.email, nullif(s.note, ''), nullif(array_to_string(s.groups, '/'), ''),
      (select string_agg(i.seats::text, '+') from invitations i where i.supporter_id = s.id)) as line
    from supporters s where s.gathering_id = ${id} order by s.name collate "C", s.phone`.execute(db)
  return rows.map(({ line }) => line)
}

test('a pasted list becomes guests who are invited, with their seats and groups', async () => {
  const one = await someGathering(db)
  const added = await enter(one, '1. Mama Njeri 0712 345 678 x4 #family\n2. Otis otis@example.org\nJumla: 5', {
    seats: '2',
    group: '#Side of Wanjiku',
  })
  expect(added).toBe(2)
  expect(await listed(one)).toEqual([
    'Mama Njeri +254712345678 family/Side of Wanjiku 4',
    'Otis otis@example.org Side of Wanjiku 2',
  ])
})

test('who is there already is not entered again: what is missing is filled in, nothing is overwritten', async () => {
  const one = await someGathering(db)
  await someGuest(db, one, { phone: '+254712345678' })
  await someGuest(db, one, { name: 'Otis' })
  const text = '1. MAMA NJERI 0712345678 x2 mama@example.org #family\n2. Otis 0722000111\n3. Asha'
  expect(await preview(one, text)).toEqual([
    ['Mama Njeri', 'there', 'Mama Njeri', ['email', 'seats', 'groups']],
    ['Otis', 'there', 'Otis', ['phone']],
    ['Asha', 'new'],
  ])
  expect(await enter(one, text)).toBe(1)
  expect(await listed(one)).toEqual([
    'Asha 1',
    'Mama Njeri +254712345678 mama@example.org family 3',
    'Otis +254722000111 3',
  ])
})

test('who is there keeps their seats at a further occasion, whatever number the list names [T1645]', async () => {
  const one = await someGathering(db)
  await someGuest(db, one, { phone: '+254712345678' })
  await addOccasion(db, one.mine, occasionForm.parse(occasionTypedBy({ name: 'The church' })))
  expect(await enter(one, '1. Mama Njeri 0712345678 x5', { 'occasions[]': ['1', '2'] })).toBe(0)
  expect(await listed(one)).toEqual(['Mama Njeri +254712345678 3+3'])
})

test('twice in one list is one guest, and of two with one name the host says whether they are two', async () => {
  const one = await someGathering(db)
  const text = '1. Asha 0712345678 x2\n2. Asha 0712 345 678 x3 #family\n3. Mary\n4. Mary\n5. Mary'
  expect((await preview(one, text)).map(([, is]) => is)).toEqual(['new', 'twice', 'new', 'twice', 'twice'])
  expect(await enter(one, text, { 'choice.5': 'two' })).toBe(3)
  expect(await listed(one)).toEqual(['Asha +254712345678 family 3', 'Mary 1', 'Mary 1'])
})

test('a line that looks like a message is a guest only where the host ticks it, or knows one of that name', async () => {
  const one = await someGathering(db)
  const text = '1. Asha 0712345678 x2\nok thanks\nAmen\nAmen\n[12/11/26, 10:04] Otis: Sawa'
  expect(await preview(one, text)).toEqual([
    ['Asha', 'new'],
    ['ok thanks', 'said'],
    ['Amen', 'said'],
    ['Amen', 'said'],
    ['Sawa', 'said'],
  ])
  expect(await enter(one, text, { 'take.3': 'on', 'take.1': 'on', 'choice.2': 'two' })).toBe(2)
  expect(await listed(one)).toEqual(['Amen 1', 'Asha +254712345678 2'])
  expect((await preview(one, text)).map(([name, is]) => `${name} ${is}`)).toEqual([
    'Asha there',
    'ok thanks said',
    'Amen there',
    'Amen there',
    'Sawa said',
  ])
})

describe('the same number with another name', () => {
  const text = '1. Mama Njeri 0712345678 x2\n2. Baba Njeri 0712345678 x3'
  test('is one household, whose seats add up', async () => {
    const one = await someGathering(db)
    expect((await preview(one, text))[1]).toEqual(['Baba Njeri', 'shared', 'Mama Njeri'])
    expect(await enter(one, text)).toBe(1)
    expect(await listed(one)).toEqual(['Mama Njeri & Baba Njeri +254712345678 5'])
    expect(await preview(one, text), 'and it is known again').toMatchObject([
      ['Mama Njeri', 'there', 'Mama Njeri & Baba Njeri', ['seats']],
      ['Baba Njeri', 'there', 'Mama Njeri & Baba Njeri', ['seats']],
    ])
    expect(await enter(one, text)).toBe(0)
    expect(await listed(one)).toEqual(['Mama Njeri & Baba Njeri +254712345678 5'])
  })

  test('or two guests, the second without the number', async () => {
    const one = await someGathering(db)
    expect(await enter(one, text, { 'choice.2': 'two' })).toBe(2)
    expect(await listed(one)).toEqual(['Baba Njeri 3', 'Mama Njeri +254712345678 2'])
    expect((await preview(one, text)).map(([, is]) => is)).toEqual(['there', 'there'])
  })

  test('as a guest who is there: their invitation grows, to 50 seats at most', async () => {
    const one = await someGathering(db)
    await someGuest(db, one, { phone: '+254712345678' })
    await enter(one, 'Baba Njeri 0712345678 x3')
    expect(await listed(one)).toEqual(['Mama Njeri & Baba Njeri +254712345678 6'])
    await expect(enter(one, 'Kioko 0712345678 x45')).rejects.toMatchObject({ status: 422, errors: { 'choice.1': {} } })
    expect(await listed(one)).toHaveLength(1)
  })
})

test('a row is entered as the host writes over it, a column as they say what it is, and who is said not to come is left out', async () => {
  const one = await someGathering(db)
  const text = 'Name,Phone,Mchumba,Attending\nAsha,0711100200,Otis,Yes\nJuma,0711100201,,No\nKip,0711100203,,'
  const own = { said: { 2: 'spouse' }, 'name.1': 'Asha Wangari', 'phone.3': '0711 100 204', 'seats.3': '4' }
  expect(await enter(one, text, own)).toBe(2)
  expect(await listed(one)).toEqual(['Asha Wangari +254711100200 & Otis 2', 'Kip +254711100204 4'])
})

test('what is written over a row has to be a name, a number and seats', async () => {
  const one = await someGathering(db)
  for (const [field, typed] of Object.entries({ 'name.1': ' ', 'phone.1': '0711', 'seats.1': '51' }))
    await expect(enter(one, 'Asha 0711100200', { [field]: typed })).rejects.toMatchObject({ status: 422 })
  expect(await listed(one)).toEqual([])
})

test('the same list in ten tabs at once adds each guest once (O8)', async () => {
  const one = await someGathering(db)
  // The first list writes that the host may invite, which would make the others wait.
  await enter(one, 'First One')
  const text = Array.from(
    { length: 40 },
    (_, at) => `${at + 1}. Guest ${String.fromCharCode(65 + (at % 26))}${at > 25 ? 'b' : ''} x2`,
  )
  const tabs = await Promise.all(Array.from({ length: 10 }, () => keepGuestPaste(db, one.mine, text.join('\n'))))
  const added = await Promise.all(tabs.map((list) => enterGuests(db, one.mine, typed(list))))
  expect(added.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 40])
  expect(await listed(one)).toHaveLength(41)
})

test('one form that is sent ten times says each time how many were added (O8) [T580]', async () => {
  const one = await someGathering(db)
  const list = await keepGuestPaste(db, one.mine, 'Asha 0712345678\nOtis')
  const added = await Promise.all(Array.from({ length: 10 }, () => enterGuests(db, one.mine, typed(list))))
  expect(added).toEqual(Array(10).fill(2))
  expect(await listed(one)).toHaveLength(2)
})

test('before the first list the host says that they may invite these people, and then never again', async () => {
  const one = await someGathering(db)
  const list = await keepGuestPaste(db, one.mine, 'Asha')
  await expect(enterGuests(db, one.mine, typed(list, { vouched: undefined }))).rejects.toMatchObject({
    field: 'vouched',
  })
  expect(await listed(one)).toEqual([])
  expect(await enterGuests(db, one.mine, typed(list))).toBe(1)
  expect(await enter(one, 'Otis', { vouched: undefined })).toBe(1)
})

test('someone has to be invited to something', async () => {
  const one = await someGathering(db)
  await expect(enter(one, 'Asha', { 'occasions[]': undefined })).rejects.toMatchObject({ field: 'occasions[]' })
  await expect(enter(one, 'Asha', { 'occasions[]': ['7'] })).rejects.toMatchObject({ field: 'occasions[]' })
})

test('the list of another gathering, or of a stranger, is not there', async () => {
  const [one, other] = [await someGathering(db), await someGathering(db)]
  const list = await keepGuestPaste(db, one.mine, 'Asha')
  expect(await guestPasteOf(db, other.id, list)).toBeUndefined()
  await expect(enterGuests(db, other.mine, typed(list))).rejects.toMatchObject({ status: 404 })
  await expect(keepGuestPaste(db, { ...one.mine, personId: other.personId }, 'Asha')).rejects.toMatchObject({
    status: 404,
  })
})

test('no more than 5,000 guests, and 5,000 in one go', async () => {
  const one = await someGathering(db)
  const name = (at: number) => [...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const lines = Array.from(
    { length: 5000 },
    (_, at) => `${at + 1}. Guest q${name(at)} ${at % 2 ? '' : `07${String(at).padStart(8, '0')}`} x2`,
  )
  expect(await enter(one, lines.join('\n'))).toBe(5000)
  const rows = await query`select count(*)::int as n from invitations where occasion_id = ${one.occasionId}`
  expect(rows).toEqual([{ n: 5000 }])
  await expect(enter(one, 'One More')).rejects.toMatchObject({ status: 409 })
  await expect(keepGuestPaste(db, one.mine, `${lines.join('\n')}\n5001. One More`)).rejects.toMatchObject({
    status: 422,
  })
}, 120_000)

test.each([
  ['nothing', ' \n '],
  ['no guest', 'Wageni:\n0712345678'],
  ['a megabyte of digits', '7'.repeat(1_000_000)],
])('%s is refused with words', async (_, text) => {
  const one = await someGathering(db)
  await expect(keepGuestPaste(db, one.mine, text)).rejects.toMatchObject({ status: 422, field: 'text' })
})

test('a list that nobody enters is erased after a day', async () => {
  const one = await someGathering(db)
  const list = await keepGuestPaste(db, one.mine, 'Asha')
  await timePasses('25 hours', { guest_pastes: { id: list } })
  expect(await forgetGuestPastes(db)).toBe(1)
  expect(await guestPasteOf(db, one.id, list)).toBeUndefined()
  await expect(enterGuests(db, one.mine, typed(list))).rejects.toMatchObject({ status: 404 })
})

describe('a file', () => {
  const text = 'Jina;Simu\nGĩthĩnji wa Mũgo;0712345678\n'
  const utf16 = (swap: boolean) => {
    const bytes = Buffer.from(text, 'utf16le')
    return swap ? bytes.swap16() : bytes
  }
  const file = (...parts: (string | Buffer)[]) => new File(parts as BlobPart[], 'list')
  test.each([
    ['UTF-8', file(text)],
    ['UTF-8 with its mark', file('\uFEFF', text)],
    ['UTF-16 with its mark', file(Buffer.from([0xff, 0xfe]), utf16(false))],
    ['UTF-16 the other way round', file(Buffer.from([0xfe, 0xff]), utf16(true))],
  ])('in %s is read', async (_, one) => {
    expect((await listText({ text: '', file: one })).replace('\uFEFF', '')).toBe(text)
  })

  test('in Windows-1252 is read', async () => {
    expect(await listText({ text: '', file: file(Buffer.from('Jos\xe9 0712345678', 'latin1')) })).toBe(
      'José 0712345678',
    )
  })

  test('that is a workbook, a picture or a PDF is refused with words', async () => {
    const others = [
      Buffer.from('PK\x03\x04aaaa'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      Buffer.from('%PDF-1.7'),
      Buffer.alloc(5000),
    ]
    for (const other of others)
      await expect(listText({ text: '', file: file(other) })).rejects.toMatchObject({ status: 422, field: 'file' })
  })

  test('with NUL in it is kept without', async () => {
    const one = await someGathering(db)
    await enter(one, await listText({ text: '', file: file('As\0ha 0712345678\n') }))
    expect(await listed(one)).toEqual(['Asha +254712345678 1'])
  })
})
