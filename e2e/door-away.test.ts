/** @module-tag night */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask } from './database.ts'
import { addDoor, type DoorHost, join, named, press, someHost, type } from './doors.ts'
import { type Line, lineToHouse } from './line-to-app.ts'
import { browserFolder, endBrowsers, type OwnBrowser, startBrowser } from './own-browser.ts'
import { placeOn } from './session.ts'
import { shot } from './shots.ts'

// Doors that are away for long, or whose line is bad.

const days = (many: number) => new Date(Date.now() + (3 + 24 * many) * 3_600_000).toISOString().slice(0, 10)
const people = Array.from({ length: 5 }, (_, nr): [string, string] => [`Guest ${nr}`, `07123600${10 + nr}`])

let line: Line
beforeEach(async () => {
  line = await lineToHouse()
})
afterEach(async () => {
  await endBrowsers()
  await line.close()
})

const asking = (host: DoorHost, statement: string) => ask(placeOn(host.page), statement, [host.slug])

/** A phone that has joined over the line, and opens without a network from now on. */
async function phoneOf(host: DoorHost, what: string) {
  const [name, folder] = [named(what), browserFolder()]
  const link = await addDoor(host, name)
  const phone = await startBrowser(folder, line.url)
  await join(phone, link, name)
  await opensAlone(phone)
  return { phone, folder, name }
}
async function opensAlone({ page }: OwnBrowser) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

async function letIn(phone: OwnBrowser, { code }: { code: string }) {
  await type(phone, code)
  await press(phone, 'Let all 4 in')
  await phone.page.getByText('4 people let in').waitFor()
}

/** After calls that failed the next one comes within a minute and a half. */
const sendsAll = ({ page }: OwnBrowser) =>
  expect
    .poll(() => page.clock.fastForward('01:30').then(() => page.getByText('All sent').count()), {
      timeout: 30_000,
      interval: 2000,
    })
    .toBe(1)
const takesOver = { timeout: 90_000, interval: 500 }
const versionOf = ({ page }: OwnBrowser) =>
  page.evaluate(() => document.documentElement.dataset.version ?? 'old').catch(() => 'on its way')
const waitsForTurn = ({ page }: OwnBrowser) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration('/door'))?.waiting))

/** A browser takes the newer worker when the older one has been at rest, which it is when its page is closed. */
async function openedAgain(phone: OwnBrowser, folder: string): Promise<OwnBrowser> {
  await phone.kill()
  const again = await startBrowser(folder, line.url)
  const opened = () => again.page.goto('/door').then(() => versionOf(again))
  await expect.poll(opened, takesOver).toBe('newer')
  return again
}

/** Three days go by for the app, and for what a phone has kept. */
async function threeDaysPass(host: DoorHost, { page }: OwnBrowser) {
  await asking(
    host,
    `with mine as (select o.id from occasions o join gatherings g on g.id = o.gathering_id where g.slug = $1),
    moved as (update occasions set starts_local = starts_local - interval '72 hours', ends_local = ends_local - interval '72 hours'
      where id in (select id from mine))
    update doors set joined_at = joined_at - interval '72 hours', heard_at = heard_at - interval '72 hours'
      where occasion_id in (select id from mine)`,
  )
  await page.evaluate(agedBy, 72 * 3_600_000)
}

/** Runs in the page. */
const agedBy = (ms: number) =>
  new Promise<void>((resolve, reject) => {
    const opened = indexedDB.open('door')
    opened.onsuccess = () => {
      const tx = opened.result.transaction('queue', 'readwrite')
      const all = tx.objectStore('queue').getAll()
      all.onsuccess = () => {
        for (const event of all.result) tx.objectStore('queue').put({ ...event, phoneAt: event.phoneAt - ms })
      }
      tx.oncomplete = () => resolve()
      tx.onabort = () => reject(tx.error)
    }
  })

const sentBy = (host: DoorHost) =>
  asking(
    host,
    `select a.kind, a.people, a.saw, round(extract(epoch from now() - a.at) / 3600)::int as hours
    from arrivals a join occasions o on o.id = a.occasion_id join gatherings g on g.id = o.gathering_id where g.slug = $1
    order by a.nr`,
  )
const came = { kind: 'in', people: 4, saw: 'good', hours: 72 }

describe('O22: a phone was off for three days with a queue', () => {
  test('all is sent once, and only then a newer program takes over', async () => {
    // It lasts for a week, so that its doors are open after three days.
    const host = await someHost(people, { endDay: days(8), endTime: '18:00' })
    const { phone: before, folder, name } = await phoneOf(host, 'Far gate')
    await before.context.setOffline(true)
    for (const guest of host.guests.slice(0, 3)) {
      await letIn(before, guest)
      await press(before, 'Next')
    }
    await letIn(before, host.guests[3]!)
    await press(before, 'Undo')
    await before.page.getByText('5 not sent yet').waitFor()
    await threeDaysPass(host, before)
    await before.kill()
    line.renew()
    line.is = 'no door'

    const phone = await startBrowser(folder, line.url)
    await phone.page.clock.install()
    await phone.context.setOffline(true)
    await phone.page.goto('/door')
    await phone.page.getByRole('heading', { name }).waitFor()
    await phone.page.getByText('12 people inside').waitFor()
    await phone.page.getByText('5 not sent yet').waitFor()
    // The network is back, and the newer program comes first.
    await phone.context.setOffline(false)
    await phone.page.clock.fastForward('01:10')
    await expect.poll(() => waitsForTurn(phone), { timeout: 10_000 }).toBe(true)
    await phone.page.clock.fastForward('30:00')
    await phone.page.getByText('5 not sent yet').waitFor()
    expect(await versionOf(phone)).toBe('old')
    line.is = 'whole'
    await sendsAll(phone)
    await shot(phone.page, 'door-away-sent')
    expect(await sentBy(host)).toEqual([came, came, came, came, { ...came, kind: 'undo', people: 0 }])
    const again = await openedAgain(phone, folder)
    await again.page.getByRole('heading', { name }).waitFor()
    await again.page.getByText('12 people inside').waitFor()
    await again.page.getByText('5 guests on the list').waitFor()
    await again.page.getByText('All sent').waitFor()
  }, 180_000)

  test('and the occasion is over: all is sent once, and the list is gone', async () => {
    const host = await someHost(people)
    const { phone: before, folder, name } = await phoneOf(host, 'Late gate')
    await before.context.setOffline(true)
    await letIn(before, host.guests[0]!)
    await before.page.getByText('1 not sent yet').waitFor()
    await threeDaysPass(host, before)
    await before.kill()
    const phone = await startBrowser(folder, line.url)
    await phone.page.goto('/door')
    await phone.page.getByText('The occasion is over. Thank you for your help.').waitFor()
    await phone.page.getByText('Everything was sent.', { exact: false }).waitFor()
    await phone.page.getByRole('heading', { name }).waitFor()
    expect(await sentBy(host)).toEqual([came])
  })
})

test('a phone that nobody touches finds a newer program by itself, and has it when it is opened again', async () => {
  const host = await someHost(people.slice(0, 1))
  const { phone: before, folder } = await phoneOf(host, 'Quiet gate')
  await before.kill()
  const phone = await startBrowser(folder, line.url)
  await phone.page.clock.install()
  await phone.page.goto('/door')
  await opensAlone(phone)
  await phone.page.clock.fastForward('12:00')
  line.renew()
  // A minute after it waits for its turn it takes over: whichever of the two is met.
  const cameNewer = async () => (await versionOf(phone)) === 'newer' || (await waitsForTurn(phone).catch(() => false))
  const aMinuteLater = () => phone.page.clock.fastForward('01:05').then(cameNewer)
  await expect.poll(aMinuteLater, takesOver).toBe(true)
  await openedAgain(phone, folder)
}, 180_000)

/** In bytes a second, as in the third generation of networks. */
const slow = { offline: false, latency: 300, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const slowed = async ({ context, page }: OwnBrowser) =>
  (await context.newCDPSession(page)).send('Network.emulateNetworkConditions', slow)
const listed = ({ page }: OwnBrowser, many: number) => page.getByText(`${many} guests on the list`).waitFor()
const isFound = async ({ page }: OwnBrowser, name: string) => {
  await page.getByLabel(/Code, name or last four digits/).fill(name)
  await page
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .waitFor()
}
const isNotFound = async (phone: OwnBrowser, name: string) => {
  await type(phone, name)
  await phone.page.getByRole('heading', { name: 'Nobody of this name is on the list.' }).waitFor()
  await press(phone, 'Next')
}
/** Four hundred more guests, and another name of one. */
const growList = (host: DoorHost) =>
  asking(
    host,
    `with host as (select g.id, o.id as occasion from gatherings g join occasions o on o.gathering_id = g.id where g.slug = $1),
    people as (insert into supporters (gathering_id, name, link, origin)
      select id, 'Newcomer ' || n, 'abcd' || translate(substr(md5(id::text || n), 1, 8), '01', 'xy'), 'host'
      from host, generate_series(1, 400) n returning id, link)
    insert into invitations (occasion_id, supporter_id, seats, code)
      select host.occasion, people.id, 2, upper(right(people.link, 6)) from people, host
      on conflict do nothing`,
  )

test('O23: a list is torn at seven tenths on a slow network: the old one stays, also when the phone is killed, until the new one is whole', async () => {
  const host = await someHost(people)
  const { phone: before, folder, name } = await phoneOf(host, 'Slow gate')
  await listed(before, 5)
  await slowed(before)
  line.is = 'torn'
  await growList(host)
  await before.page.getByText('No network').waitFor()
  await listed(before, 5)
  await isNotFound(before, 'Newcomer')
  await isFound(before, 'Guest 3')
  await before.kill()
  const phone = await startBrowser(folder, line.url)
  await phone.page.clock.install()
  await slowed(phone)
  await phone.page.goto('/door')
  await phone.page.getByRole('heading', { name }).waitFor()
  await phone.page.getByText('No network').waitFor()
  await listed(phone, 5)
  await letIn(phone, host.guests[3]!)
  await press(phone, 'Next')
  await shot(phone.page, 'door-torn')
  line.is = 'whole'
  await sendsAll(phone)
  await phone.page.getByText(/^4 people inside · (39|40)\d guests on the list$/).waitFor()
  await isFound(phone, 'Newcomer')
  await isFound(phone, 'Guest 3')
}, 120_000)
