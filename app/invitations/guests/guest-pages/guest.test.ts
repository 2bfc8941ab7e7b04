import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { waitingGuests } from '#app/invitations/guests/answers/waiting.server.ts'
import { gatheringAt } from '#app/invitations/guests/guest.server.ts'
import { answerFor } from '#app/invitations/guests/host.server.ts'
import { compose } from '#app/invitations/messages/compose.server.ts'
import { setContact, setGatheringStatus } from '#app/invitations/occasions/gathering.server.ts'
import { cancelOccasion, saveOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { contactForm, occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn, occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { everybody, sendAll } from '#test/guest-mails.ts'
import { someDrive } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { oneRow, setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'

// What a guest reads and does by their own link, without a script, through the whole app.

const db = await testDatabase()
const { get, send } = plainBrowser()
afterEach(() => db.deleteFrom('rate_limits').execute())

const yes = { no: '1', reply: 'yes', adults: '2', children: '1' }
const stateOf = async (link: string) =>
  db
    .selectFrom('invitations as i')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .where('s.link', '=', link)
    .select(['i.state', 'i.adults', 'i.children', 'i.wish', 'i.gives', 's.email', 's.listed', 's.language'])
    .executeTakeFirstOrThrow()
const invited = async (own: Record<string, string> = {}, drive?: { id: string; ownerId: string }) => {
  const host = await someGathering(db, own, drive)
  const guest = await someGuest(db, host, { name: 'Mama Njeri & family', phone: '+254712345678', seats: 4 })
  return { host, link: guest.link, page: `/i/${guest.link}` }
}
/** Takes an occasion of 30 days ahead into the past. */
const passed = (id: string) => timePasses('33 days', { occasions: { id } })

describe('a guest’s page', () => {
  test('has card, name and seats, facts, form and small print, and neither number nor script of the product', async () => {
    const { page } = await invited({
      landmark: 'Behind the market',
      map: 'https://maps.example.org/limuru',
      dress: 'White',
    })
    const { status, text, words, headers } = await get(page)
    expect(status).toBe(200)
    for (const said of [
      'Our families invite you',
      'For Mama Njeri & family , 4 seats',
      'Ruracio of Wanjiku',
      ' 10:00 ',
    ])
      expect(words).toContain(said)
    for (const said of ['Behind the market', 'Open the map', 'Dress White', 'Times elsewhere Nairobi: 10:00 London: '])
      expect(words).toContain(said)
    for (const said of ['How many come?', 'Yes Maybe No', 'Yes, I will come Maybe I can’t come', 'Adults', 'Children'])
      expect(words).toContain(said)
    expect(words).toContain('put your name here, and sees that you opened this page, and your answer.')
    expect(text).not.toContain('712345678')
    // The script that wears the theme, and the small one of the page.
    expect(text.match(/<script/g)).toHaveLength(2)
    const [, own = ''] = /<script[^>]*>(\(d=>.*?)<\/script>/s.exec(text)!
    expect(own.length).toBeLessThan(1500)
    expect(headers).toMatchObject({
      'referrer-policy': 'same-origin',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
  })

  test('speaks Swahili, and never says the hour in words that mean another one', async () => {
    const { page } = await invited()
    const { words } = await get(page, { language: 'sw' })
    for (const said of [
      'Familia zetu zinakualika',
      'Kwa Mama Njeri & family , nafasi 4',
      'Nitakuja Huenda nikaja Sitaweza kuja',
    ])
      expect(words).toContain(said)
    for (const said of ['Ndiyo Huenda Hapana', 'Watu wazima', 'Watoto', '10:00']) expect(words).toContain(said)
    expect(words).not.toMatch(/saa \d/i)
  })

  test('of a burial is sober', async () => {
    const { page } = await invited({ kind: 'burial', name: 'Mazishi' })
    const [en, sw] = [await get(page), await get(page, { language: 'sw' })]
    expect(en.words).toContain('With sorrow we invite you')
    expect(en.words).toContain('I will be there Maybe')
    expect(sw.words).toContain('Kwa huzuni tunakualika')
    expect(sw.words).toContain('Nitakuwepo Huenda nikaja')
    expect(en.words + sw.words).not.toContain('!')
  })

  test('is one and the same of a link that is unknown, odd, withdrawn or stopped', async () => {
    const [{ host, link, page }, stopped] = [await invited(), await invited()]
    const odd = await Promise.all(
      ['23456789abcd', link.toUpperCase(), 'x', '%20', `${link}0`].map((one) => get(`/i/${one}`)),
    )
    await db.updateTable('invitations').set({ state: 'withdrawn' }).where('occasion_id', '=', host.occasionId).execute()
    const withdrawn = await get(page)
    await setRows('gatherings', { id: stopped.host.id }, { status: 'stopped', stopped_why: 'x' })
    for (const one of [...odd, withdrawn, await get(stopped.page)]) {
      expect([one.status, one.words]).toEqual([404, withdrawn.words])
      expect(one.words).toContain('This invitation is not here')
    }
  })

  test('strikes through what was said before of day, time and place', async () => {
    const { host, page } = await invited()
    const other = await someGuest(db, host)
    await send(`${page}/answer`, yes)
    await saveOccasion(
      db,
      host.mine,
      1,
      occasionForm.parse(occasionTypedBy({ time: '14:00', place: 'Tigoni', version: '1' })),
    )
    const { text, words } = await get(page)
    expect(words).toContain('The time or place has changed')
    expect([...text.matchAll(/<s [^>]*>(.*?)<\/s>/g)].map(([, was]) => was)).toEqual(['10:00', 'Limuru'])
    expect(words).toContain('14:00')
    // Who comes to it later has nothing to unlearn: neither before their answer nor after it.
    for (let time = 0; time < 2; time++) {
      const news = await get(`/i/${other.link}`)
      expect(news.words).toContain('14:00')
      expect(news.words).not.toContain('has changed')
      expect(news.text).not.toContain('<s ')
      await send(`/i/${other.link}/answer`, { ...yes, children: '0' })
    }
    await sql`update supporters set sent_at = now() - interval '1 hour' where link = ${other.link}`.execute(db)
    expect((await get(`/i/${other.link}`)).words).toContain('The time or place has changed')
  })

  test('says why it was cancelled, that it is over, or that answers are closed, and takes none then', async () => {
    const [a, b, c] = [await invited(), await invited(), await invited()]
    await cancelOccasion(db, a.host.mine, 1, 'The bridge is under water.')
    await passed(b.host.occasionId)
    await setGatheringStatus(db, c.host.mine, 'closed')
    const said = [
      'This occasion was cancelled. The bridge is under water.',
      'This occasion is over.',
      'Answers are no longer taken.',
    ]
    for (const [nr, { page, link }] of [a, b, c].entries()) {
      const { words } = await get(page)
      expect(words).toContain(said[nr])
      expect(words).not.toContain('Send answer')
      // Above the card, which looks like an invitation, nobody is left to believe it.
      if (nr < 2) expect(words.indexOf('This occasion')).toBeLessThan(words.indexOf('Our families invite you'))
      expect((await send(`${page}/answer`, yes)).status).toBe(409)
      expect((await stateOf(link)).state).toBe('invited')
    }
  })

  test('tries of unknown links are counted; a known one opens all the same', async () => {
    const { page } = await invited()
    for (let nr = 0; nr < 300; nr++) expect((await get('/i/23456789abcd')).status).toBe(404)
    expect((await get('/i/23456789abcd')).status).toBe(429)
    expect((await get(page)).status).toBe(200)
  })
})

describe('an answer', () => {
  test('is kept with all that was said, and can be changed; the page says how it stands', async () => {
    const { page, link } = await invited({ showsList: 'on' })
    const sent = await send(
      `${page}/answer`,
      { ...yes, wish: 'Asanteni sana', email: 'Njeri@Example.org', lists: '1', listed: 'on' },
      { language: 'sw' },
    )
    expect([sent.status, sent.headers.location]).toEqual([303, `${page}#o1`])
    expect(await stateOf(link)).toEqual({
      state: 'yes',
      adults: 2,
      children: 1,
      wish: 'Asanteni sana',
      gives: false,
      email: 'njeri@example.org',
      listed: true,
      language: 'sw',
    })
    const after = await get(page)
    for (const said of ['See you there! 3 people.', '3 people are coming']) expect(after.words).toContain(said)
    expect(after.words).toContain('Who comes Mama Njeri & family')
    expect(after.words).toContain('Leave it empty for the address we know.')
    expect(after.text).not.toContain('njeri@example.org')
    await send(`${page}/answer`, { no: '1', reply: 'no', adults: '2', children: '1', lists: '1' })
    expect(await stateOf(link)).toMatchObject({ state: 'no', adults: null, listed: false, email: 'njeri@example.org' })
    expect((await get(page)).words).toContain('Thank you for telling us. We will miss you.')
  })

  test('No is thanked for, and giving instead is offered where there is a drive that takes gifts, and there alone', async () => {
    const drive = await someDrive(db)
    const [beside, alone] = [await invited({ capacity: '4' }, drive), await invited({ capacity: '4' })]
    for (const { page, host } of [beside, alone]) {
      await send(`${page}/answer`, { no: '1', reply: 'no' })
      const other = await someGuest(db, host)
      await send(`/i/${other.link}/answer`, { no: '1', reply: 'yes', adults: '4', children: '0' })
      const { words } = await get(page)
      expect(words).toContain('Thank you for telling us. We will miss you.')
      expect(words).not.toContain('It is full')
    }
    expect((await get(beside.page)).words).toContain('Give instead')
    for (const said of ['Give instead', 'will give']) expect((await get(alone.page)).words).not.toContain(said)
    const given = await send(`${beside.page}/give`, { no: '1' })
    expect([given.status, given.headers.location]).toEqual([303, `/fundraiser/${drive.slug}/donate`])
    expect(await stateOf(beside.link)).toMatchObject({ state: 'no', gives: true })
    expect((await get(beside.page)).words).toContain('You can’t come, but will give. Thank you.')
    // A page that was open for long.
    await send(`${alone.page}/give`, { no: '1' })
    expect(await stateOf(alone.link)).toMatchObject({ state: 'no', gives: false })
  })

  test('is given in one touch right below the card, before the facts and the whole form', async () => {
    const { page, link } = await invited()
    const { text } = await get(page)
    const [band = ''] = /<form [^>]*aria-label="Answer in one touch".*?<\/form>/s.exec(text)!
    expect(text.indexOf(band)).toBeGreaterThan(text.indexOf('For Mama Njeri'))
    expect(text.indexOf(band)).toBeLessThan(text.indexOf('Ruracio of Wanjiku</h2>'))
    const fields = Object.fromEntries(
      [...band.matchAll(/<input type="hidden" name="(\w+)" value="(\w+)"/g)].map(([, name, value]) => [name!, value!]),
    )
    const chosen = /<option selected="">(\d+)<\/option>/.exec(band)![1]!
    await send(/action="([^"#]+)/.exec(band)![1]!, { ...fields, adults: chosen, reply: 'yes' })
    expect(await stateOf(link)).toMatchObject({ state: 'yes', adults: 4, children: 0 })
    const after = (await get(page)).words
    expect(after.indexOf('See you there! 4 people.')).toBeLessThan(after.indexOf('Ruracio of Wanjiku'))
    expect(after).toContain('Change your answer')
    expect(after).not.toContain('How many come?')
  })

  test('of too many is refused at the field that has too many', async () => {
    const { page } = await invited()
    const at = async (party: { adults: string; children: string }) => {
      const { text } = await send(`${page}/answer`, { ...yes, ...party })
      return /<input [^>]*aria-invalid="true"[^>]*/.exec(text)![0].match(/name="(\w+)"/)![1]
    }
    expect([await at({ adults: '9', children: '0' }), await at({ adults: '2', children: '9' })]).toEqual([
      'adults',
      'children',
    ])
  })

  test('that the hosts wrote down is not said to be the guest’s own', async () => {
    const [{ host, page, link }, sad] = [await invited(), await invited({ kind: 'burial', name: 'Mazishi' })]
    const idOf = async (one: string) =>
      (await db.selectFrom('supporters').where('link', '=', one).select('id').executeTakeFirstOrThrow()).id
    const none = { no: 1, reply: 'no' as const, adults: 0, children: 0 }
    await answerFor(db, host.mine, await idOf(link), none)
    expect((await get(page)).words).toContain('The hosts wrote down that you do not come.')
    expect((await get(page, { language: 'sw' })).words).toContain('Wenyeji wameandika kuwa hutakuja.')
    await answerFor(db, host.mine, await idOf(link), { ...none, reply: 'maybe', adults: 1 })
    expect((await get(page)).words).toContain('The hosts wrote down: maybe.')
    await answerFor(db, sad.host.mine, await idOf(sad.link), { ...none, reply: 'yes', adults: 2 })
    expect((await get(sad.page)).words).toContain('The hosts wrote down that you will be there: 2 people.')
    await send(`${page}/answer`, { no: '1', reply: 'no' })
    await send(`${page}/answer`, yes)
    await send(`${page}/answer`, { no: '1', reply: 'no' })
    expect((await get(page)).words).toContain('Thank you for telling us. We will miss you.')
  })

  test('when it is full: a number in the line, an offer until a time, and the offer taken', async () => {
    const { host, page, link } = await invited({ capacity: '3' })
    const other = await someGuest(db, host)
    await send(`/i/${other.link}/answer`, { no: '1', reply: 'yes', adults: '3', children: '0' })
    expect((await get(page)).words).toContain('It is full. If you say yes, you get a place on the waitlist.')
    await send(`${page}/answer`, yes)
    expect((await get(page)).words).toContain('It is full. You are number 1 on the waitlist.')
    expect((await get(page, { language: 'sw' })).words).toContain(
      'Nafasi zimejaa. Wewe ni wa 1 kwenye orodha ya kusubiri.',
    )
    await send(`/i/${other.link}/answer`, { no: '1', reply: 'no' })
    const offered = await get(page)
    expect(offered.words).toMatch(/A place is free\. Take it before \w+, .*\d\d:\d\d\. .*Take it Leave it to others/)
    await send(`${page}/answer`, yes)
    expect(await stateOf(link)).toMatchObject({ state: 'yes', adults: 2, children: 1 })
  })

  test('O6: after the day for answers Yes is refused at the form and No is taken, and the host is named', async () => {
    const { host, page, link } = await invited({ untilDay: dayIn(10), untilTime: '18:00' })
    expect((await get(page)).words).toMatch(/Please answer by \w+, .* 18:00/)
    await timePasses('11 days', { occasions: { id: host.occasionId } })
    const late = await send(`${page}/answer`, { ...yes, wish: 'I was travelling' })
    expect(late.status).toBe(409)
    expect(late.words).toContain('The day for answers has passed.')
    expect(late.text).toContain('I was travelling')
    // A browser shows the form that it sent, and what stands in it.
    expect(late.text).toMatch(/<form id="answer-1" [^>]*action="\/i\/\w+\/answer#answer-1"/)
    expect((await get(page)).words).toMatch(/If you want to come, please write to Owner \d+\./)
    await send(`${page}/answer`, { no: '1', reply: 'no' })
    expect((await stateOf(link)).state).toBe('no')
    // Who said so is not told that they can still say it.
    const said = (await get(page)).words
    expect(said).toContain('The day for answers has passed. If you want to come, please write to')
    expect(said).not.toContain('You can still say')
  })

  test('that is refused is kept by the browser alone, which shows it again with Back and Forward; all else by nobody', async () => {
    const { page } = await invited()
    const kept = ({ status, headers }: Awaited<ReturnType<typeof get>>) => `${status} ${headers['cache-control']}`
    expect([
      kept(await get(page)),
      kept(await send(`${page}/answer`, { ...yes, adults: '99' })),
      kept(await send(`${page}/answer`, { no: '1' }, { cookie: 'harambee.session=x' })),
      kept(await send(`${page}/answer`, yes)),
    ]).toEqual(['200 private, no-store', '422 private, no-cache', '422 private, no-cache', '303 private, no-store'])
  })

  test('twenty an hour are taken from a link', async () => {
    const { page } = await invited()
    for (let nr = 0; nr < 20; nr++) expect((await send(`${page}/answer`, yes)).status).toBe(303)
    const { status, headers } = await send(`${page}/answer`, yes)
    expect([status, Number(headers['retry-after']) > 3000]).toEqual([429, true])
  })

  test('to an occasion that they are not invited to is missing; by an unknown link, too', async () => {
    const { page } = await invited()
    for (const no of ['2', '0', '21', '1e0', '-1', ''])
      expect([no, (await send(`${page}/answer`, { ...yes, no })).status]).toEqual([no, 404])
    expect((await send('/i/23456789abcd/answer', yes)).status).toBe(404)
    expect((await send('/i/23456789abcd/give', { no: '1' })).status).toBe(303)
  })
})

describe('who got the link from the guest', () => {
  test('is asked whether it is theirs, and led to an answer of their own', async () => {
    const [one, other] = [await invited({ shared: 'on' }), await invited()]
    const [open, closed] = [await get(one.page), await get(other.page)]
    expect(open.words).toContain('Not Mama Njeri & family?')
    expect(open.text).toMatch(new RegExp(`<a href="/invitation/${one.host.slug}"[^>]*>Answer with your own name`))
    expect(closed.words).toMatch(/Please ask Owner \d+ for an invitation of your own\./)
    expect(closed.text).not.toContain('href="/invitation/')
  })

  test('removes nobody without the end of the number; where none is known, not without saying that it is them', async () => {
    const { page, link } = await invited()
    const nameless = await someGuest(db, await someGathering(db), { name: 'Baba Otis' })
    expect((await get(page)).words).toContain('The last 4 digits of your phone number')
    for (const end of ['', '1234', '56785']) {
      const { status, words } = await send(`${page}/forget`, { forget: '1', end, sure: 'on' })
      expect([status, words]).toEqual([422, expect.stringContaining('Nothing was removed.')])
    }
    expect((await send(`/i/${nameless.link}/forget`, { forget: '1', end: '5678' })).status).toBe(422)
    expect((await stateOf(link)).state).toBe('invited')
    expect((await send(`${page}/forget`, { forget: '1', end: '5678' })).status).toBe(303)
    expect((await send(`/i/${nameless.link}/forget`, { forget: '1', sure: 'on' })).status).toBe(303)
    for (const one of [page, `/i/${nameless.link}`]) expect((await get(one)).status).toBe(404)
  })
})

test('the hosts are reached by the number that they gave, on both pages, and it goes with their account', async () => {
  const { host, page } = await invited({ shared: 'on' })
  expect((await get(page)).words).not.toContain('WhatsApp')
  await setContact(db, host.mine, contactForm.parse({ contact: '0722 000 111' }).contact)
  for (const one of [page, `/invitation/${host.slug}`]) {
    const { text, words } = await get(one)
    expect(words).toContain('Call 0722 000 111')
    for (const way of ['tel:+254722000111', 'https://wa.me/254722000111']) expect(text).toContain(`href="${way}"`)
  }
  expect(contactForm.safeParse({ contact: '12' }).success).toBe(false)
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', host.personId).execute()
  const { contact } = await oneRow('gatherings', { id: host.id })
  expect(contact).toBeNull()
})

test('the map is the hosts’ own, or the way to their pin, or what is found under the name of the place', async () => {
  const maps = 'https://www.google.com/maps'
  const mapOf = async (own: Record<string, string>) =>
    /<a href="([^"]*)"[^>]*>Open the map/
      .exec((await get((await invited(own)).page)).text)?.[1]
      ?.replaceAll('&amp;', '&')
  expect(await mapOf({ map: 'https://maps.example.org/limuru' })).toBe('https://maps.example.org/limuru')
  expect(await mapOf({ lat: '-1.1', lng: '36.6' })).toBe(`${maps}/dir/?api=1&destination=-1.1,36.6`)
  expect(await mapOf({ place: 'Kondele Hall & Garden' })).toBe(
    `${maps}/search/?api=1&query=Kondele%20Hall%20%26%20Garden`,
  )
  expect(await mapOf({ place: '' })).toBeUndefined()
})

test('the city stands beside a time by other clocks than Kenya’s, and what a chat shows has day and place', async () => {
  const [home, abroad] = [await invited(), await invited({ zone: 'Europe/London', place: 'Leeds' })]
  expect((await get(home.page)).words).not.toContain('10:00, Nairobi')
  expect((await get(abroad.page)).words).toContain('10:00, London')
  const shown = async (page: string) => /property="og:description" content="([^"]*)"/.exec((await get(page)).text)![1]
  expect(await shown(home.page)).toMatch(/Ruracio.*\w+, .* 20\d\d, 10:00\. Limuru\./)
  expect(await shown(abroad.page)).toContain('10:00, London. Leeds.')
  expect(await shown(home.page)).not.toContain('Njeri')
})

test('what the hosts wrote with the invitation is on the page until there is nothing to come to', async () => {
  const { host, page } = await invited()
  const words = 'Mass begins at ten.'
  await compose(db, host.mine, everybody, { kind: 'invitation', words, byHand: false, many: 1 })
  expect((await get(page)).words).not.toContain(words)
  await sendAll(db)
  expect((await get(page)).words).toContain(words)
  await passed(host.occasionId)
  expect((await get(page)).words).not.toContain(words)
})

test('a name that is written from right to left turns round nothing of the words beside it', async () => {
  const host = await someGathering(db)
  const guest = await someGuest(db, host, { name: 'محمد علي', seats: 1 })
  expect((await get(`/i/${guest.link}`)).text.replaceAll('<!-- -->', '')).toContain('For <bdi>محمد علي</bdi>, 1 seat')
})

test('their number in the line is the same on the host’s page', async () => {
  const { host, page } = await invited({ capacity: '3' })
  await send(`${page}/answer`, yes)
  const line = []
  for (const name of ['Asha', 'Baraka', 'Chebet', 'Dan']) {
    const guest = await someGuest(db, host, { name })
    await send(`/i/${guest.link}/answer`, { no: '1', reply: 'yes', adults: '2', children: '0' })
    line.push({ name, page: `/i/${guest.link}` })
  }
  // Who answers again keeps their place; who leaves makes room for those behind.
  await send(`${line[1]!.page}/answer`, { no: '1', reply: 'yes', adults: '3', children: '0' })
  await send(`${line[0]!.page}/answer`, { no: '1', reply: 'no' })
  await sql`update invitations set waits_since = (select min(waits_since) from invitations where state = 'waiting')
    where occasion_id = ${host.occasionId} and state = 'waiting'`.execute(db)
  const rows = (await waitingGuests(db, host.id)).flatMap((one) => one.rows)
  expect(rows.map(({ place }) => place)).toEqual([1, 2, 3])
  for (const { name, page: own } of line.slice(1)) {
    const { place } = rows.find((row) => row.name === name)!
    expect((await get(own)).words).toContain(`It is full. You are number ${place} on the waitlist.`)
  }
})

test('an address with a number that no occasion has is missing', async () => {
  const { page } = await invited()
  await send(`${page}/answer`, yes)
  for (const no of ['0', '2', '21', '99', '1e3', '01', '1.0', '-1', 'abc', '%D9%A3', '%201', '9'.repeat(40)])
    for (const file of [`calendar/${no}`, `pass/${no}`, `pass/${no}.png`])
      expect([file, (await get(`${page}/${file}`)).status]).toEqual([file, 404])
  for (const file of ['calendar/1', 'pass/1', 'pass/1.png']) expect((await get(`${page}/${file}`)).status).toBe(200)
})

test('what came of a form is in view: each leads to a place that there is on the page', async () => {
  const { page } = await invited({}, await someDrive(db))
  const places = new Set<string>()
  const isThere = ({ text }: { text: string }, place: string) => expect(text).toContain(` id="${place}"`)
  const refused: [string, Record<string, string>, string][] = [
    ['answer', { no: '1' }, 'Please choose an answer.'],
    ['report', { words: 'Who?' }, 'Please choose a reason.'],
    ['word', { name: 'Njeri', content: ' ' }, 'Please write a comment.'],
    ['forget', { forget: '1' }, 'Nothing was removed.'],
  ]
  for (const [formAction, typed, words] of refused) {
    const { text } = await get(page)
    const place =
      new RegExp(`<form [^>]*action="${page}/${formAction}#([\\w-]+)"`).exec(text)?.[1] ?? `no place of ${formAction}`
    const sent = await send(`${page}/${formAction}`, typed)
    expect([formAction, sent.status]).toEqual([formAction, 422])
    isThere(sent, place)
    expect([formAction, sent.text.indexOf(words) > sent.text.indexOf(` id="${place}"`)]).toEqual([formAction, true])
    places.add(place)
  }
  expect(places.size).toBe(4)
  const done: [string, Record<string, string>][] = [
    ['answer', yes],
    ['quiet', {}],
    ['report', { reason: 'other', words: 'x' }],
  ]
  for (const [formAction, typed] of done) {
    const { status, headers } = await send(`${page}/${formAction}`, typed)
    expect([formAction, status, headers.location?.split('#')[0]]).toEqual([formAction, 303, page])
    isThere(await get(page), headers.location!.split('#')[1] ?? `no place after ${formAction}`)
  }
})

test('whose livestream is not for all, and the names of guests, are not on what everybody may read', async () => {
  const host = await someGathering(db, { shared: 'on', showsList: 'on', stream: 'https://stream.example.org/1' })
  const guest = await someGuest(db, host)
  await send(`/i/${guest.link}/answer`, { ...yes, lists: '1', listed: 'on' })
  expect((await gatheringAt(db, host.slug))!.occasions[0]).toMatchObject({ names: [], streamUrl: null })
})
