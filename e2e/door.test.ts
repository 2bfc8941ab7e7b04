import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from './database.ts'
import { addDoor, type DoorHost, joinedBy, named, passOf, press, someHost, type } from './doors.ts'
import { placeOn } from './session.ts'
import { shot } from './shots.ts'
import { expectAccessible, expectNoSidewaysScroll, scripted, visitor, type Wishes } from './visitor.ts'

// Two helpers let guests in with their own phones, with and without a network, and the host sees it.

let host: DoorHost
beforeAll(async () => {
  host = await someHost([
    ['Mama Njeri & family', '0712345678'],
    ['Baba Otieno', '0712345679'],
    ['Gĩkũyũ Wambũi', '0712349911'],
  ])
})

const joined = (what: string, wishes?: Wishes) => joinedBy(host, what, wishes)

test('a pass that the host replaced is red, and says when', { tags: ['night'] }, async () => {
  const host = await someHost([['Gĩkũyũ Wambũi', '0712349911']])
  const guest = host.guests[0]!
  const old = await passOf(guest)
  await host.page.goto(`/gathering/${host.slug}/guests/${guest.id}`)
  await scripted(host.page)
  const replace = host.page.getByRole('button', { name: 'Replace the pass for' })
  await host.page.locator('form').filter({ has: replace }).getByRole('checkbox').check()
  await replace.click()
  await host.page.getByText('Pass replaced').first().waitFor()
  const door = await joinedBy(host, 'Main gate', { language: 'sw', theme: 'dark' })
  await type(door, old)
  await door.page.getByRole('heading', { name: 'Kadi hii ya kuingilia ilibadilishwa.' }).waitFor()
  await door.page.getByText(/Ilikuwa .*, \d\d:\d\d\./).waitFor()
  await expectAccessible(door.page)
  await expectNoSidewaysScroll(door.page)
  await press(door, 'Mrudishe')
  await type(door, await passOf(guest))
  await door.page.getByRole('heading', { name: 'Karibu' }).waitFor()
  expect([...door.faults, ...host.faults]).toEqual([])
})

describe('two doors', () => {
  test('a pass that was let in without a network at both is flagged on both and on the page of the host; nothing is lost when a tab is killed', async () => {
    const [a, b] = [await joined('Main gate'), await joined('Gate B')]
    await a.page.getByText('3 guests on the list').waitFor()
    const pass = await passOf(host.guests[0]!)
    // The page opens without a network from the second time on.
    await a.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await expect.poll(() => a.page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    for (const { context } of [a, b]) await context.setOffline(true)
    for (const door of [a, b]) {
      await type(door, pass)
      await door.page.getByRole('heading', { name: 'Welcome' }).waitFor()
      await door.page.getByText('For 4 people').waitFor()
      await shot(door.page, `door-green-${door === a ? 'a' : 'b'}`)
      await press(door, 'Let all 4 in')
      await door.page.getByText('4 people let in').waitFor()
    }
    // The tab is killed right after the colour.
    const { context } = a
    await a.page.close()
    const again = { ...a, page: await context.newPage() }
    await again.page.goto('/door')
    await again.page.getByText('4 people inside').waitFor()
    await again.page.getByText('1 not sent yet').waitFor()
    for (const door of [again, b]) {
      await door.context.setOffline(false)
      await door.page.getByText('All sent').waitFor()
    }
    const twice = /Mama Njeri & family: .*also at/
    for (const { page } of [again, b]) await expect.poll(() => page.getByText(twice).count()).toBe(1)
    await again.page.getByText('8 people inside').waitFor()
    await host.page.goto(`/gathering/${host.slug}/door`)
    await host.page.getByText(twice).waitFor()
    await host.page.getByText('8 people').first().waitFor()
    await expectAccessible(host.page)
    await expectNoSidewaysScroll(host.page)
    await shot(host.page, 'host-door')
    expect([...again.faults, ...b.faults]).toEqual([])
  })

  test('the same pass again is amber with who and when, a changed one red, and what is none grey', async () => {
    const door = await joined('Side gate')
    const pass = await passOf(host.guests[1]!)
    await type(door, pass)
    await press(door, 'Let 2 in')
    await door.page.getByText('2 people let in').waitFor()
    await press(door, 'Next')
    await type(door, pass)
    await door.page.getByRole('heading', { name: /^2 of 4 came at \d\d:\d\d, Side gate \d+$/ }).waitFor()
    await shot(door.page, 'door-amber')
    await press(door, 'Let 2 in')
    await press(door, 'Next')
    await type(door, host.guests[1]!.code.toLowerCase())
    await door.page.getByRole('heading', { name: /^Let in at \d\d:\d\d, Side gate \d+$/ }).waitFor()
    await expectAccessible(door.page)
    await press(door, 'Turn back')
    const at = pass.length - 100
    await type(door, `${pass.slice(0, at)}${pass[at] === 'A' ? 'B' : 'A'}${pass.slice(at + 1)}`)
    await door.page.getByRole('heading', { name: 'Not one of our passes' }).waitFor()
    await shot(door.page, 'door-red')
    await expect.poll(() => door.page.getByRole('button', { name: /^Let/ }).count()).toBe(0)
    await press(door, 'Next')
    await type(door, 'WIFI:S:church;;')
    await door.page.getByRole('heading', { name: 'This is no pass' }).waitFor()
    await shot(door.page, 'door-grey')
    await press(door, 'Next')
    await type(door, '0000')
    await door.page.getByRole('heading', { name: 'Nobody on the list has this number.' }).waitFor()
  })

  test('a name that is on no list: said so, and the walk-in stands beside it with that name', {
    tags: ['night'],
  }, async () => {
    const door = await joined('Garden gate')
    await type(door, 'Mzee Kamau')
    await door.page.getByRole('heading', { name: 'Nobody of this name is on the list.' }).waitFor()
    await shot(door.page, 'door-nobody')
    await expectAccessible(door.page)
    await expectNoSidewaysScroll(door.page)
    await expect.poll(() => door.page.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Mzee Kamau')
    await press(door, 'Let in')
    await door.page.getByText('1 person let in').waitFor()
    await press(door, 'Next')
    await expect
      .poll(() => ask(placeOn(host.page), `select people, how from arrivals where name = 'Mzee Kamau'`))
      .toEqual([{ people: 1, how: 'walk-in' }])
    expect(door.faults).toEqual([])
  })

  test('in Swahili and dark: a name is found without its marks, taken back, and a guest of no list is let in', {
    tags: ['night'],
  }, async () => {
    const door = await joined('Lango', { language: 'sw', theme: 'dark' })
    await door.page.getByText('wageni 3 kwenye orodha').waitFor()
    await expectAccessible(door.page)
    await door.page.getByLabel(/Msimbo, jina/).fill('gikuyu')
    await door.page.getByRole('button', { name: /Gĩkũyũ Wambũi/ }).click()
    await door.page.getByRole('heading', { name: 'Karibu' }).waitFor()
    await shot(door.page, 'door-sw')
    await expectAccessible(door.page)
    await press(door, /^Ruhusu wote 4/)
    await press(door, 'Tendua')
    await door.page.getByLabel(/Msimbo, jina/).fill('9911')
    await door.page.getByRole('button', { name: /Gĩkũyũ Wambũi/ }).click()
    await door.page.getByRole('heading', { name: 'Karibu' }).waitFor()
    await expect
      .poll(() => door.page.getByRole('button', { name: /^Ruhusu \d/ }).allInnerTexts())
      .toEqual(['3', '2', '1'])
    await door.page.getByRole('button', { name: 'Ruhusu 1 aingie' }).waitFor()
    await press(door, 'Mrudishe')
    await door.page.getByText('Mtu ambaye hayuko kwenye orodha').click()
    await door.page.getByLabel(/^Jina/).fill('Mzee Juma')
    await press(door, 'Ruhusu aingie')
    await door.page.getByText('Mtu 1 ameingia').waitFor()
    // A voice says what is written on the button: its name begins with that.
    await door.page.getByText('Walioingia hapa').click()
    await door.page.getByRole('button', { name: 'Tendua: Mzee Juma' }).waitFor()
    await expectNoSidewaysScroll(door.page)
    await shot(door.page, 'door-sw-walk-in')
    await host.page.goto(`/gathering/${host.slug}/door`)
    await host.page.getByText('Mzee Juma').first().waitFor()
    expect(door.faults).toEqual([])
  })

  test('a door that the host shuts forgets the list', { tags: ['night'] }, async () => {
    const door = await joined('Back gate')
    await host.page.goto(`/gathering/${host.slug}/door`)
    await scripted(host.page)
    await host.page.getByRole('button', { name: `Shut the door ${door.name}` }).click()
    await door.page.getByText('The host has shut this door.').waitFor()
    await door.page.getByText('The list of guests is gone from this phone.', { exact: false }).waitFor()
  })

  test('a browser that keeps nothing says so before the first guest, and lets in with a network alone', {
    tags: ['night'],
  }, async () => {
    const name = named('Private')
    const link = await addDoor(host, name)
    const door = await visitor({ width: 360 })
    await door.context.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }))
    await door.page.goto(new URL(link).pathname)
    await door.page.getByText('This browser keeps nothing', { exact: false }).waitFor()
    await press(door, 'Join')
    await door.page.getByRole('heading', { name }).waitFor()
    await type(door, host.guests[2]!.code)
    await door.context.setOffline(true)
    await press(door, 'Let all 4 in')
    await door.page.getByText('This was not stored', { exact: false }).waitFor()
    await door.context.setOffline(false)
    await press(door, 'Let all 4 in')
    await door.page.getByText('4 people let in').waitFor()
  })
})
