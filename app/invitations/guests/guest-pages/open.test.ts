import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { decideFor } from '#app/invitations/guests/host.server.ts'
import { mailAnswered } from '#app/invitations/guests/mails.server.ts'
import { setNewcomers } from '#app/invitations/occasions/gathering.server.ts'
import { addOccasion, cancelOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn, occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { mailAnswers, mailsTo } from '#test/guest-mails.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'

// The invitation that is shared with everybody, without a script, through the whole app.

const db = await testDatabase()
const { get, send } = plainBrowser()
afterEach(async () => {
  await db.deleteFrom('rate_limits').execute()
  expect(await brokenBooks(db)).toEqual([])
})

const shared = async (own: Record<string, string> = {}) => {
  const host = await someGathering(db, { shared: 'on', ...own })
  return { host, page: `/invitation/${host.slug}` }
}
const typed = { no: '1', reply: 'yes', adults: '2', children: '0', name: 'Otieno', phone: '0712 345 678' }

describe('the open invitation', () => {
  test('has the card without a name, the occasions that are shared, and what a chat shows of it', async () => {
    const { host, page } = await shared()
    await addOccasion(db, host.mine, occasionForm.parse(occasionTypedBy({ name: 'For the family alone' })))
    const { status, words, text } = await get(page)
    expect(status).toBe(200)
    for (const said of [
      'Our families invite you',
      'Ruracio of Wanjiku',
      'Your name',
      'Phone number',
      'Yes, I will come',
    ])
      expect(words).toContain(said)
    expect(words).not.toContain('For the family alone')
    expect(text).toMatch(/<meta property="og:title" content="Ruracio"/)
    expect(text).toMatch(new RegExp(`<meta property="og:url" content="[^"]*${page}"`))
    expect(text.match(/<script/g)).toHaveLength(2)
  })

  test('has the answers right below the card, and each is chosen already in the form that it leads to [T980]', async () => {
    const { page } = await shared()
    const { text } = await get(page)
    const ways = [...text.matchAll(/<a href="([^"]*)"[^>]*>(Yes|Maybe|No)<\/a>/g)]
    expect(ways.map(([, , word]) => word)).toEqual(['Yes', 'Maybe', 'No'])
    expect(text.indexOf(ways[0]![0])).toBeLessThan(text.indexOf('Ruracio of Wanjiku</h2>'))
    for (const [, address = '', word] of ways) {
      const [path, place] = address.replaceAll('&amp;', '&').split('#')
      const led = (await get(path!)).text
      expect(led).toContain(`<form id="${place}"`)
      const chosen = [...led.matchAll(/<input type="radio"[^>]*checked=""[^>]*>/g)]
      expect(chosen.map(([one]) => /value="(\w+)"/.exec(one)![1])).toEqual([word!.toLowerCase()])
    }
    expect((await get(`${page}?no=1&reply=odd`)).text).not.toMatch(/type="radio"[^>]*checked="/)
  })

  test('is missing where nothing is shared, and where there is none, in the same words', async () => {
    const { slug } = await someGathering(db)
    const [hidden, none] = [await get(`/invitation/${slug}`), await get('/invitation/no-such-thing')]
    expect([hidden.status, hidden.words]).toEqual([404, none.words])
    expect((await send(`/invitation/${slug}/answer`, typed)).status).toBe(404)
  })

  test('takes no answer and says why when it is cancelled, over or late', async () => {
    const [a, b, c] = [await shared(), await shared(), await shared({ untilDay: dayIn(10), untilTime: '18:00' })]
    await cancelOccasion(db, a.host.mine, 1, 'Rain')
    await timePasses('33 days', { occasions: { id: b.host.occasionId } })
    await timePasses('11 days', { occasions: { id: c.host.occasionId } })
    const said = [
      'This occasion was cancelled. Rain',
      'This occasion is over.',
      'If you want to come, please write to Owner',
    ]
    for (const [nr, { page }] of [a, b, c].entries()) {
      const { words } = await get(page)
      expect(words).toContain(said[nr])
      expect(words).not.toContain('Send answer')
      expect((await send(`${page}/answer`, typed)).status).toBe(409)
    }
  })
})

describe('an answer on it', () => {
  test('leads to a page of one’s own, which has all days that are shared', async () => {
    const { host, page } = await shared()
    await addOccasion(db, host.mine, occasionForm.parse(occasionTypedBy({ name: 'The day after', shared: 'on' })))
    const { status, headers } = await send(`${page}/answer`, { ...typed, key: crypto.randomUUID() }, { language: 'sw' })
    expect(status).toBe(303)
    expect(headers.location).toMatch(/^\/i\/[2-9a-km-np-z]{12}#o1$/)
    const own = await get(headers.location!)
    for (const said of ['For Otieno', 'See you there! 2 people.', 'The day after', 'You answered on the open link.'])
      expect(own.words).toContain(said)
    expect(own.words).not.toMatch(/For Otieno, \d/)
    const guest = await oneRow('supporters', { gathering_id: host.id })
    expect(guest).toMatchObject({ phone: '+254712345678', language: 'sw', origin: 'shared' })
  })

  test('with a number that is on the list is answered like any other, and shows and changes nothing of theirs', async () => {
    const { host, page } = await shared()
    const known = await someGuest(db, host, { phone: '+254712345678', name: 'Mama Njeri', email: 'njeri@example.org' })
    const [same, other] = [
      await send(`${page}/answer`, typed),
      await send(`${page}/answer`, { ...typed, name: 'Atieno', phone: '0712 000 111' }),
    ]
    const shape = ({ status, headers }: typeof same) => [status, Object.keys(headers).sort(), headers.location?.length]
    expect(shape(same)).toEqual(shape(other))
    expect(same.headers.location).not.toBe(`/i/${known.link}`)
    expect((await get(same.headers.location!)).words).not.toContain('Njeri')
    expect((await get(`/i/${known.link}`)).words).toContain('Send answer')
  })

  test('is sent twice and makes one guest; five an hour are taken for one number', async () => {
    const { host, page } = await shared()
    const key = crypto.randomUUID()
    const [one, two] = [
      await send(`${page}/answer`, { ...typed, key }),
      await send(`${page}/answer`, { ...typed, key }),
    ]
    expect(one.headers.location).toBe(two.headers.location)
    for (let nr = 0; nr < 3; nr++) await send(`${page}/answer`, typed)
    expect((await send(`${page}/answer`, { ...typed, phone: '+254712345678' })).status).toBe(429)
    expect((await send(`${page}/answer`, { ...typed, phone: '0722 000 111' })).status).toBe(303)
    const guests = await db.selectFrom('supporters').where('gathering_id', '=', host.id).select('id').execute()
    expect(guests).toHaveLength(5)
  })

  test('with one email address is taken five times an hour, no matter who sends it; without it the answer counts', async () => {
    const { host, page } = await shared()
    const email = 'victim@example.org'
    const from = (nr: number) => ({ ...typed, phone: `07120000${10 + nr}`, email })
    const sent = []
    for (let nr = 0; nr < 12; nr++) sent.push(await send(`${page}/answer`, from(nr), { address: `192.0.2.${nr}` }))
    expect(sent.map(({ status }) => status)).toEqual([...Array(5).fill(303), ...Array(7).fill(429)])
    expect(sent[5]!.words).toContain('This email address was given too often.')
    // Nor by links of their own.
    const own = await send(sent[0]!.headers.location!.replace('#o1', '/answer'), {
      no: '1',
      reply: 'maybe',
      adults: '1',
      email,
    })
    expect(own.status).toBe(429)
    expect((await send(`${page}/answer`, { ...from(20), email: '' })).status).toBe(303)
    await mailAnswers(db)
    expect(await mailsTo(db, email)).toHaveLength(5)
    const guests = await db.selectFrom('supporters').where('gathering_id', '=', host.id).select('id').execute()
    expect(guests).toHaveLength(6)
  })

  test('changed again and again fills nobody’s mailbox: twelve mails an hour about answers go to one address', async () => {
    const { page } = await shared()
    const email = 'often@example.org'
    const { headers } = await send(`${page}/answer`, { ...typed, email })
    const own = headers.location!.replace('#o1', '/answer')
    for (let nr = 0; nr < 18; nr++) {
      await mailAnswers(db)
      await send(own, { no: '1', reply: nr % 2 ? 'yes' : 'maybe', adults: '1', children: '0' })
    }
    await mailAnswers(db)
    expect(await mailsTo(db, email)).toHaveLength(12)
  })

  test('is asked of the hosts first, or not taken, where they say so of the open link', async () => {
    const { host, page } = await shared()
    await setNewcomers(db, host.mine, 'ask')
    expect((await get(page)).words).toContain('The hosts look at each answer first.')
    const { headers } = await send(`${page}/answer`, typed)
    expect((await get(headers.location!)).words).toContain('Your request has reached the hosts.')
    await setNewcomers(db, host.mine, 'none')
    const { words } = await get(page)
    expect(words).toContain('The hosts take no new guests by this link.')
    expect(words).not.toContain('Send answer')
    const refused = await send(`${page}/answer`, { ...typed, phone: '0722 000 333' })
    expect([refused.status, refused.words]).toEqual([409, expect.stringContaining('no new guests')])
  })

  test('without name or number, or with too many, is asked for it at the field, and what was typed stays', async () => {
    const { page } = await shared()
    const bare = await send(`${page}/answer`, { ...typed, name: ' ', phone: '', wish: 'Tutaonana' })
    expect(bare.status).toBe(422)
    expect(bare.words).toContain('Please enter a name.')
    expect(bare.words).toContain('Please enter your phone number.')
    expect(bare.text).toContain('Tutaonana')
    const many = await send(`${page}/answer`, { ...typed, adults: '5' })
    expect([many.status, many.words]).toEqual([422, expect.stringContaining('More people than you have seats for.')])
    const nobody = await send(`${page}/answer`, { ...typed, adults: '0' })
    expect([nobody.status, nobody.words]).toEqual([422, expect.stringContaining('Please say how many come.')])
  })

  test('and where it is full, is told what the hosts’ Yes would bring; turned down, that there is no place', async () => {
    const { host, page } = await shared({ approves: 'on', capacity: '2' })
    expect((await get(page)).words).toContain('The hosts look at each answer first.')
    const full = await someGuest(db, host)
    await send(`/i/${full.link}/answer`, { no: '1', reply: 'yes', adults: '2', children: '0' })
    const email = 'asha@example.org'
    const { headers } = await send(`${page}/answer`, { ...typed, email })
    const asked = (await get(headers.location!)).words
    expect(asked).toContain('It is full now. If the hosts say yes, you get a place on the waitlist.')
    expect(asked).not.toContain('If you say yes')
    const { id } = await oneRow('invitations', { occasion_id: host.occasionId, state: 'asked' })
    await decideFor(db, host.mine, { invitation: id, decision: 'turn-down' })
    const turnedDown = (await get(headers.location!)).words
    expect(turnedDown).toContain('The hosts have no place for you this time.')
    expect(turnedDown).not.toContain('The hosts wrote down')
    const answer = await db
      .selectFrom('answers')
      .where('invitation_id', '=', id)
      .orderBy('id', 'desc')
      .select('id')
      .executeTakeFirstOrThrow()
    await mailAnswered(db, { answerId: Number(answer.id) })
    const { rows } = await sql<{ subject: string; text: string }>`
      select subject, text from sandbox.mails where to_address = ${email} order by id desc limit 1`.execute(db)
    expect(rows[0]).toMatchObject({
      subject: 'No place this time',
      text: expect.stringContaining('The hosts have no place for you this time.'),
    })
    expect(rows[0]!.text).not.toContain('Your seats are free')
  })
})
