/** @module-tag night */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask } from './database.ts'
import { addDoor, type DoorHost, join, joinedBy, named, passOf, press, someHost, type } from './doors.ts'
import { browserFolder, endBrowsers, type OwnBrowser, startBrowser } from './own-browser.ts'
import { placeOn } from './session.ts'
import { shot } from './shots.ts'
import { house } from './visitor.ts'

// What may go wrong at a door: stolen passes and killed phones.

let host: DoorHost
const names = ['Mama Achieng', ...Array.from({ length: 13 }, (_, nr) => `Guest ${nr + 1}`)]
beforeAll(async () => {
  host = await someHost(names.map((name, nr) => [name, `07123400${10 + nr}`]))
})
afterAll(endBrowsers)

let taken = 0
/** A guest nobody has let in yet. */
const nextGuest = () => host.guests[++taken]!
const arrivalsOf = (supporterId: string) =>
  ask(
    placeOn(host.page),
    `select a.people, a.saw from arrivals a join invitations i on i.id = a.invitation_id where i.supporter_id = $1`,
    [supporterId],
  )

/** A phone of its own that has joined. */
async function phoneOf(what: string, first?: (phone: OwnBrowser) => Promise<unknown>) {
  const [name, folder] = [named(what), browserFolder()]
  const link = await addDoor(host, name)
  const phone = await startBrowser(folder, house())
  await first?.(phone)
  await join(phone, link, name)
  return { phone, folder, name }
}

test('O14: a stolen pass came first: its owner is found by name and by the last four digits, and is let in, marked', async () => {
  const [thief, door] = [await joinedBy(host, 'North gate'), await joinedBy(host, 'South gate')]
  const owner = host.guests[0]
  await type(thief, await passOf(owner!))
  await press(thief, 'Let all 4 in')
  await thief.page.getByText('4 people let in').waitFor()
  await door.page.getByText('4 people inside').waitFor()
  for (const text of ['0010', 'achieng']) {
    await door.page.getByLabel(/Code, name or last four digits/).fill(text)
    await door.page.getByRole('button', { name: /Mama Achieng/ }).click()
    await door.page.getByRole('heading', { name: /^Let in at \d\d:\d\d, North gate \d+$/ }).waitFor()
    if (text === '0010') await press(door, 'Turn back')
  }
  await press(door, 'Let in anyway')
  await press(door, 'Let 4 in')
  await door.page.getByText('4 people let in').waitFor()
  await expect
    .poll(() => arrivalsOf(owner!.id))
    .toEqual([
      { people: 4, saw: 'good' },
      { people: 4, saw: 'again' },
    ])
  await host.page.goto(`/gathering/${host.slug}/door`)
  await host.page.getByText(/South gate \d+ · \d\d:\d\d · Had come before/).waitFor()
  await host.page.getByText('8 people').first().waitFor()
})

/** Runs in the page: it stops the program at one point, which a test names. */
function stops() {
  const here = window as unknown as { stopAt: string; reached: boolean }
  here.stopAt = ''
  const never = () => {
    here.reached = true
    return new Promise<never>(() => {})
  }
  const { verify } = SubtleCrypto.prototype
  SubtleCrypto.prototype.verify = function (...asked) {
    return here.stopAt === 'decoded' ? never() : verify.apply(this, asked)
  }
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...asked) {
    const request = put.apply(this, asked)
    // It goes on asking, so the transaction never ends.
    const again = () => {
      this.get('nobody').onsuccess = again
      here.reached = true
    }
    if (here.stopAt === 'storing' && this.name === 'queue') again()
    return request
  }
  const complete = Object.getOwnPropertyDescriptor(IDBTransaction.prototype, 'oncomplete')!
  Object.defineProperty(IDBTransaction.prototype, 'oncomplete', {
    ...complete,
    set(hears: () => void) {
      const isEvent = [...(this as IDBTransaction).objectStoreNames].join() === 'queue'
      complete.set!.call(this, here.stopAt === 'stored' && isEvent ? () => void never() : hears)
    },
  })
  const ask = window.fetch
  window.fetch = async (...asked) => {
    const isEvent = /"events":\[\{/.test(String(asked[1]?.body))
    if (isEvent && here.stopAt === 'said') return never()
    const answer = await ask(...asked)
    return isEvent && here.stopAt === 'sent' ? never() : answer
  }
}

describe('O17: the tab, or all of the phone, is killed after a code was read', () => {
  /** Where it is killed, how many events must be there afterwards, and what stood on the screen. */
  const points = [
    ['decoded', 0, 'before a colour is shown'],
    ['shown', 0, 'green, and nobody has tapped'],
    ['storing', 0, 'tapped, while it is written'],
    ['stored', 1, 'written, and not said'],
    ['said', 1, 'said, and not sent'],
    ['sent', 1, 'sent, and the answer is lost'],
  ] as const

  test.each(['tab', 'phone'] as const)('at six points, the %s', async (what) => {
    const door = await phoneOf(`Killed ${what}`, ({ context }) => context.addInitScript(stops))
    let { phone } = door
    for (const [point, there, says] of points) {
      const guest = nextGuest()
      const { page } = phone
      await page.evaluate((at) => Object.assign(window, { stopAt: at }), point)
      await type(phone, await passOf(guest))
      if (point !== 'decoded') await page.getByRole('heading', { name: 'Welcome' }).waitFor()
      if (point !== 'decoded' && point !== 'shown') await press(phone, 'Let all 4 in')
      if (point === 'said' || point === 'sent') await page.getByText('4 people let in').waitFor()
      if (point !== 'shown') await page.waitForFunction(() => (window as unknown as { reached: boolean }).reached)
      // Nobody was told that they are in before it was on the disk.
      if (there === 0 || point === 'stored') expect(await page.getByText('4 people let in').count(), says).toBe(0)
      if (what === 'tab') {
        await page.close({ runBeforeUnload: false })
        phone = { ...phone, page: await phone.context.newPage() }
      } else {
        await phone.kill()
        phone = await startBrowser(door.folder, house())
        await phone.context.addInitScript(stops)
      }
      await phone.page.goto(`${house()}/door`)
      await phone.page.getByRole('heading', { name: door.name }).waitFor()
      await phone.page.getByText('All sent').waitFor()
      expect(await arrivalsOf(guest.id), says).toEqual(Array(there).fill({ people: 4, saw: 'good' }))
    }
    await shot(phone.page, `door-killed-${what}`)
    await expect
      .poll(() => phone.page.getByText(/people inside/).textContent())
      .toContain(`${(await headsOfHost())[0]!.n} people inside`)
  })
})
const headsOfHost = () =>
  ask(
    placeOn(host.page),
    `select sum(p.people)::int as n from people_inside p join occasions o on o.id = p.occasion_id
      join gatherings g on g.id = o.gathering_id where g.slug = $1`,
    [host.slug],
  )
