import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { sayIn } from '#test/said.ts'
import { mailed, worksOffJobs } from '#test/working.ts'

// A host writes to guests, sends from their own phone what no email reaches, and tells them of a change.

const db = await testDatabase()
const { walks, send } = plainBrowser()
worksOffJobs()
beforeEach(() => sql`delete from rate_limits`.execute(db))

async function hosting(language: 'en' | 'sw') {
  const owner = await somePerson(db)
  await sql`update users set language = ${language} where id = ${owner.id}`.execute(db)
  const drive = await someDrive(db, { ownerId: owner.id })
  const host = await someGathering(db, {}, drive)
  const cookie = (await signedIn(owner)).headers.get('cookie')!
  const one = walks({ cookie, language })
  return { host, one, cookie, base: `/gathering/${host.slug}`, email: `amina-${drive.id}@example.org` }
}

test.each(['en', 'sw'] as const)('a host writes to guests by email and from their own phone (%s)', async (language) => {
  const [say, isEnglish] = [sayIn(language), language === 'en']
  const { host, one, base, email } = await hosting(language)
  await someGuest(db, host, { name: 'Amina Yusuf', email })
  await someGuest(db, host, { name: 'Otieno', phone: '+4915112345678' })
  expect((await one.open(`${base}/messages`)).words).toContain(say('No message yet'))
  await one.open(`${base}/guests`)
  await one.follow(isEnglish ? 'Message these 2' : 'Waandikie wageni hawa 2')
  const look = say('See it before you send it')
  await one.press(look, { kind: 'note', words: 'See www.example.org' })
  expect(one.page.words).toContain(say('Please write without links. Each guest gets their own.'))
  await one.press(look, { words: 'Bring a torch, please.', byHand: null })
  for (const name of ['Amina Yusuf', 'Otieno']) expect(one.page.words).toContain(say('As {name} reads it', { name }))
  await one.press(isEnglish ? 'Send to 2 guests' : 'Tuma kwa wageni 2')
  expect(one.page.words).toContain(isEnglish ? 'Message queued for 2 guests' : 'Ujumbe umepangwa kwa wageni 2')
  const message = one.path
  const sent = isEnglish ? 'Sent to 1 of 2 guests' : 'Imetumwa kwa 1 kati ya wageni 2'
  await expect.poll(async () => (await one.open(message)).words).toContain(sent)
  expect((await mailed(db, email))[0]!.text).toContain('Bring a torch, please.')
  await one.follow(say('Send them one by one'))
  const chat = /href="(https:\/\/wa\.me\/[^"]*)"/.exec(one.page.text)![1]!
  expect(decodeURIComponent(chat)).toMatch(
    /^https:\/\/wa\.me\/4915112345678\?text=Otieno, [\s\S]*Bring a torch, please\.[\s\S]*\/i\/[2-9a-z]{12}$/,
  )
  await one.press(say('Sent, next'))
  expect(one.page.words).toContain(say('Nobody waits for your phone'))
  expect((await one.open(`${base}/messages`)).words).toContain(
    isEnglish ? 'Sent to 2 of 2 guests' : 'Imetumwa kwa 2 kati ya wageni 2',
  )
})

test.each(['en', 'sw'] as const)(
  'guests are told of another time, and end messages with one press (%s)',
  async (language) => {
    const [say, isEnglish] = [sayIn(language), language === 'en']
    const { host, one, cookie, base, email } = await hosting(language)
    const { link } = await someGuest(db, host, { name: 'Amina Yusuf', email })
    const guest = walks()
    await guest.open(`/i/${link}`)
    await guest.press('Send answer', { reply: 'yes' })
    expect(guest.page.words).toContain('Answer saved')
    await send(`${base}/occasions/1`, { ...occasionTypedBy({ time: '12:30' }), version: '1' }, { cookie })
    await one.open(`${base}/messages`)
    await one.press(say('Tell now'))
    expect(one.page.words).toContain(say('Your guests are being told'))
    expect((await mailed(db, email, /^Changed/))[0]!.text).toMatch(/12:30[\s\S]*10:00/)
    const sent = isEnglish ? 'Sent to 1 of 1 guest' : 'Imetumwa kwa 1 kati ya mgeni 1'
    await expect.poll(async () => (await one.open(`${base}/messages`)).words).toContain(sent)
    const box = () => /<input(?=[^>]*type="checkbox")[^>]*name="([^"]*)"[^>]*>/.exec(one.page.text)!
    await one.press(say('Save reminders'), { [box()[1]!]: null })
    expect(one.page.words).toContain(say('Reminders saved'))
    expect(box()[0]).not.toContain('checked=""')
    // The mail program of the guest presses it.
    expect((await send(`/api/quiet?link=${link}`, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
    expect((await guest.open(`/i/${link}`)).words).toContain('Send me messages again')
    expect((await one.open(`${base}/messages/new`)).words).toContain(
      isEnglish ? '1 wants no messages.' : 'hataki ujumbe',
    )
  },
)
