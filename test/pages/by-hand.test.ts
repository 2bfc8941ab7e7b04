import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayAt } from '#app/kit/time.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { fieldOf } from '#test/app-forms.ts'
import { inOrder, pieceOf, wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { cookieOf, someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift, paid } from '#test/money.ts'
import { photo } from '#test/pictures.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// An owner goes from page to page, on the dashboard and of a drive, in a browser without a script.

const db = await testDatabase()
const { get, send, walks } = plainBrowser()
leavesSomethingBehind()
beforeEach(() => sql`delete from rate_limits`.execute(db))
const root = await mkdtemp(join(tmpdir(), 'by-hand-'))
useStore(diskStore(root))
afterAll(() => rm(root, { recursive: true, force: true }))
scriptedProvider()

const person = await somePerson(db)
const owner = { ...person, cookie: await cookieOf(person) }
const bytes = new Uint8Array(await photo(40, 30).png().toBuffer())
const files = ['red.png', 'green.png'].map((name) => new File([bytes], name, { type: 'image/png' }))

/** A drive of the owner's, and their browser on its pages. */
async function mine(own: Parameters<typeof someDrive>[1] = {}) {
  const drive = await someDrive(db, { ownerId: owner.id, goal: '50000', ...own })
  const [me, base] = [walks(owner), `/fund-drive/${drive.slug}`]
  return { ...drive, base, me, open: (page: string) => me.open(`${base}/${page}`), press: me.press }
}
const statusOf = async (path: string) => (await get(path)).status
const labels = (html: string, label: string) =>
  [...html.matchAll(new RegExp(`aria-label="(${label})"`, 'g'))].map(([, found]) => found)
const readsOf = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'gs'))].map(([, text]) => wordsOf(text!))

/** Gives the values of these fields of a page. */
const typedIn = (html: string, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, fieldOf(html, name).value]))
const noWithdrawal = /<button[^>]*\sdisabled(?:(?!<\/button>).)*Withdraw Funds \(Min\. KES 100\)/s

test('Home says how the drive stands, and leads to all of its pages, to the public one and to the code [T740]', async () => {
  const endDate = dayAt(new Date(Date.now() + 9 * 86_400_000))
  const { slug, base, me, open } = await mine({ title: 'heal mama achieng', endDate })
  const { text: html, words } = await me.open(base)
  expect(me.path).toBe(`${base}/home`)
  expect(pieceOf(html, /<title>(.*?)<\/title>/)).toBe('heal mama achieng · Home · Harambee')
  const head = wordsOf(pieceOf(html, /<h1.*?<\/header>/s))
  expect(head).toMatch(/^Heal Mama Achieng unity is power Medical Ends: \d.* 9 days left /)
  expect(html).toMatch(noWithdrawal)
  const sheet = pieceOf(html, /<section[^>]*aria-label="Overview".*?<\/section>/s)
  const tiles = readsOf(sheet, 'dt').map((term) => term.replace(/^[−=] /, ''))
  expect(tiles.slice(0, 5)).toEqual([
    'Total Raised',
    'Total Withdrawn',
    'Available',
    'Number of Donors',
    'Target Amount',
  ])
  expect(tiles.slice(5)).toEqual(['Days Remaining', 'Status', 'Comments', 'RSVPs', 'Page Views'])
  expect(wordsOf(sheet)).toMatch(/Target Amount KES 50,000 Days Remaining 9 .*Status Active Created: \d/)
  expect(pieceOf(html, /<a [^>]*>from here<\/a>/)).toMatch(
    new RegExp(`href="/fundraiser/${slug}" target="_blank" rel="noopener"`),
  )
  expect(words).toMatch(/Copy Link .*QR code Share your fundraiser easily with this QR code/)
  expect(pieceOf(html, /<canvas[^>]*>/)).toMatch(/width="256" height="256" .*title="Fundraiser QR Code"/)
  const ways = readsOf(pieceOf(html, /<nav[^>]*aria-label="Fund drive".*?<\/nav>/s), 'a')
  expect(ways.slice(0, 9)).toEqual('Home Info Description Images Video Donations Payouts Comments RSVPs'.split(' '))
  expect(ways.slice(9)).toEqual(['Updates', 'Papers', 'The group', 'Invitations', 'Analytics', 'Settings'])

  const heads = async (page: string) => {
    const seen = await open(page)
    return { ...seen, heads: readsOf(seen.text, 'th') }
  }
  const payouts = await heads('payouts')
  expect(payouts.heads).toEqual(expect.arrayContaining(['Amount', 'Method', 'Status', 'Date', 'Notes']))
  expect(payouts.words).toContain('0 of 15 views used')
  const donations = await heads('donations')
  expect(donations.heads).toEqual(expect.arrayContaining(['Donor', 'Amount', 'Channel', 'Message', 'Date']))
  expect(donations.words).toContain('No donations yet')
})

test('each page but Home has the figures and the link behind one line, and says the balance once [T741]', async () => {
  const { open } = await mine()
  for (const page of ['info', 'settings', 'donations', 'payouts', 'images', 'analytics']) {
    const { text, words } = await open(page)
    const folded = wordsOf(pieceOf(text, /<details class="group\/fold.*?<\/details>/s))
    expect([page, folded]).toEqual([
      page,
      expect.stringMatching(/^Stats & link .*Total Withdrawn .*Share Your Fundraiser/),
    ])
    expect([page, words.includes('KES 0 available')]).toEqual([page, page !== 'payouts'])
  }
})

test('the address of the code’s picture leads to the public page, and tells that it was scanned [T742]', async () => {
  const { slug, base, open } = await mine()
  const { status, headers, bytes } = await get(`${base}/qr.png`, owner)
  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const origin = pieceOf((await open('home')).text, /value="(http[^"]*)\/fundraiser/)
  expect(decodeQR({ ...info, data })).toBe(`${origin}/fundraiser/${slug}?via=qr`)
})

test('a drive of another person, and one that is not there, is not found; a person who is signed out comes back to it [T743]', async () => {
  const { base } = await mine()
  const other = walks({ cookie: await cookieOf(await somePerson(db)) })
  for (const [path, says] of [
    [`${base}/home`, 'Fund drive not found.'],
    ['/fund-drive/no-such-drive/payouts/buy-views', 'It may have been deleted, or it belongs to another account.'],
  ] as const) {
    const { status, words } = await other.open(path)
    expect([path, status, words]).toEqual([path, 404, expect.stringContaining(`Fund Drive Not Found ${says}`)])
    await other.follow('Back to Dashboard')
    expect(other.path).toBe('/dashboard')
  }
  const nobody = walks()
  await nobody.open(`${base}/payouts`)
  expect(nobody.path).toBe(`/auth?to=${encodeURIComponent(`${base}/payouts`)}`)
  const { email, password } = owner
  expect((await nobody.press('Sign In', { email, password })).status).toBe(200)
  expect(nobody.path).toBe(`${base}/payouts`)
})

test('the Info page saves what it shows and says what is wrong at the field [T744]', async () => {
  const { base, open, press } = await mine()
  const late = walks(owner)
  await late.open(`${base}/info`)
  expect((await open('info')).words).toContain('Fund Drive Information')
  const long = 'one two three four five six seven eight nine ten eleven'
  const typed = { title: 'Heal Baba Otieno', category: 'Education', goal: '12,500.50', location: 'Kisumu' }
  const refused = await press('Save Settings', { ...typed, slogan: long })
  expect([refused.status, refused.words]).toEqual([422, expect.stringContaining('must not exceed 10 words')])
  expect(fieldOf(refused.text, 'slogan')).toEqual({ value: long, isWrong: true })
  expect(fieldOf(refused.text, 'location')).toEqual({ value: 'Kisumu', isWrong: false })
  const saved = await press('Save Settings', { slogan: '' })
  expect(saved.words).toContain('Settings updated successfully')
  const { category: _, ...kept } = typed
  expect(typedIn(saved.text, 'title', 'slogan', 'goal', 'location')).toEqual({ ...kept, slogan: 'unity is power' })
  expect(saved.text).toMatch(/<option value="Education" selected/)
  expect(saved.words).toMatch(/Heal Baba Otieno .*KES 12,500\.50/)
  // A window that was opened before overwrites nothing.
  const { status, words, text } = await late.press('Save Settings', { title: 'Dirisha lingine' })
  expect([status, words]).toEqual([409, expect.stringContaining('This was changed in another window')])
  expect(fieldOf(text, 'title').value).toBe('Dirisha lingine')
  expect(fieldOf((await open('info')).text, 'title').value).toBe('Heal Baba Otieno')
  expect((await press('Save short link', { name: 'no spaces' })).words).toContain('Use 3 to 40 letters a–z, digits or')
  expect((await press('Save short link', { name: 'heal-baba' })).words).toContain('Settings updated successfully')
  expect((await open('home')).text).toMatch(/value="https?:\/\/[^"]*\/h\/heal-baba"/)
})

test('a picture is sent along, replaced and taken away: each old file goes, and the last one with the drive [T745]', async () => {
  const { base, me, open, press } = await mine()
  await open('info')
  const save = async (typed: { file: File } | { noImage: string }) => {
    const saved = await press('Save Settings', typed)
    expect(saved.words).toContain('Settings updated successfully')
    return fieldOf(saved.text, 'image').value
  }
  const first = await save({ file: files[0]! })
  expect([await statusOf(first), first]).toEqual([200, expect.stringMatching(/^\/media\/drives\//)])
  // Two sliders say what of it stays in sight.
  expect((await press('Save this point', { x: '80', y: '15' })).words).toContain('Choose automatically')
  expect((await me.open(base.replace('fund-drive', 'fundraiser'))).text).toContain('object-position:80% 15%')
  await open('info')
  const second = await save({ file: files[1]! })
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  expect([await save({ noImage: 'on' }), await statusOf(second)]).toEqual(['', 404])

  const last = await save({ file: files[0]! })
  await open('settings')
  expect((await press('Delete fund drive')).words).toContain('Delete this fund drive?')
  expect((await press('Delete fund drive', {}, /name="sure"/)).words).toContain('Please tick this box first.')
  expect(await statusOf(last)).toBe(200)
  const gone = await press('Delete fund drive', { sure: 'on' })
  expect([me.path, gone.words]).toEqual(['/dashboard', expect.stringContaining('Fund drive deleted')])
  expect([await statusOf(last), (await me.open(base)).status]).toEqual([404, 404])
})

test('the settings pause a drive, and collect donations only towards a goal [T746]', async () => {
  const { slug, me, open, press } = await mine({ collects: false, goal: '' })
  const isOn = (html: string) => /<input[^>]*name="collects"[^>]*\schecked/.test(html)
  await open('settings')
  const paused = await press('Save Settings', { status: 'paused' })
  expect(paused.words).toMatch(/Settings updated successfully .*This fund drive is paused/)
  expect(paused.text).toMatch(/<input(?=[^>]*value="paused")[^>]*\schecked/)
  expect(await statusOf(`/fundraiser/${slug}`)).toBe(404)
  const refused = await press('Save', { collects: 'on' })
  expect([isOn(refused.text), refused.words]).toEqual([
    false,
    expect.stringContaining('Please set a goal amount first.'),
  ])
  await me.follow('set a goal amount')
  await press('Save Settings', { goal: '900' })
  await open('settings')
  const on = await press('Save', { collects: 'on' })
  expect([isOn(on.text), on.words]).toEqual([true, expect.stringContaining('Settings updated successfully')])
  expect(isOn((await press('Save', { collects: null })).text)).toBe(false)
})

test('the first steps lead on and can be put away; a goal that is reached can be raised, or the drive closed with thanks', async () => {
  const { id, slug, base, me, open, press } = await mine({ goal: '500' })
  const { words } = await open('home')
  expect(words).toMatch(/Your first week 0 of 4 steps done .*Share it with 5 people \(0 so far\)/)
  expect(words).not.toContain('You reached your goal!')
  await me.follow('Write your story')
  expect(me.path).toBe(`${base}/description?edit`)
  await open('home')
  expect((await press('Hide this list')).words).not.toContain('Your first week')
  await gift(db, id, 50_000)
  expect((await open('home')).words).toMatch(
    /You reached your goal! Hongera! 1 person got you here\..* Raise the goal /,
  )
  await press('Yes, close it')
  expect((await open('home')).words).not.toContain('You reached your goal!')
  expect((await get(`/fundraiser/${slug}`)).words).toContain('This fundraiser has ended')
})

describe('the gallery', () => {
  const linesOf = (html: string, name: string) =>
    [...html.matchAll(new RegExp(`<input(?! type="hidden")[^>]*name="${name}"[^>]*>`, 'g'))].map(
      ([tag]) => /\svalue="([^"]*)"/.exec(tag)?.[1] ?? '',
    )

  test('takes pictures in, one by one, with a caption each, moves, deletes and brings back; visitors look at them [T747]', async () => {
    const { slug, open, press } = await mine()
    const captions = ({ text }: { text: string }) => linesOf(text, 'caption')
    expect((await open('images')).words).toMatch(/0 of 30 .*No images yet/)
    const notes = new File(['hello'], 'notes.txt', { type: 'text/plain' })
    expect((await press('Upload Image', { image: notes })).words).toContain('Please select an image file')
    await press('Upload Image', { image: files[0]! })
    expect((await press('Save', { caption: 'red' })).words).toContain('Caption saved')
    const both = await press('Upload Image', { image: files[1]! })
    expect([captions(both), both.words]).toEqual([
      ['red', ''],
      expect.stringMatching(/Image uploaded successfully .*2 of 30/),
    ])
    expect(captions(await press('Move image 1 later'))).toEqual(['', 'red'])
    expect(captions(await press('Save', { caption: 'green' }))).toEqual(['green', 'red'])
    expect(captions(await press('Move image 2 earlier'))).toEqual(['red', 'green'])
    expect((await press('Delete image 1')).words).toContain('Delete this image?')
    const removed = await press('Delete')
    expect([captions(removed), removed.words]).toEqual([
      ['green'],
      expect.stringContaining('Image removed successfully'),
    ])
    expect(captions(await press('Undo'))).toEqual(['red', 'green'])

    const visitor = walks()
    const tab = await visitor.open(`/fundraiser/${slug}?tab=gallery`)
    const pictures = ['alt="red"', 'alt="green"']
    expect(inOrder(pieceOf(tab.text, /role="tabpanel".*/s), pictures)).toEqual(pictures)
    const first = await visitor.open(
      `/fundraiser/${slug}${pieceOf(tab.text, /\?tab=gallery&amp;picture=1/).replace('amp;', '')}`,
    )
    expect(first.words).toMatch(/Picture 1 of 2 red Next picture All pictures/)
    expect(first.words).not.toContain('Previous picture')
    expect((await visitor.follow('Next picture')).words).toMatch(/Picture 2 of 2 green Previous picture All pictures/)
    expect((await visitor.follow('All pictures')).words).not.toContain('of 2')
    // A picture that is not there is the whole gallery.
    expect((await visitor.open(`/fundraiser/${slug}?tab=gallery&picture=4`)).words).not.toContain('of 2')
  })

  test('that is full takes no 31st picture', async () => {
    const { id, base, open, press } = await mine()
    await open('images')
    await press('Upload Image', { image: files[0]! })
    await sql`insert into fund_drive_images (fund_drive_id, image_url, display_order, width, height, colour)
      select fund_drive_id, image_url || n, display_order + n, width, height, colour
      from fund_drive_images, generate_series(1, 29) n where fund_drive_id = ${id}`.execute(db)
    const { text, words } = await open('images')
    expect(words).toMatch(/30 of 30 .*The gallery is full A gallery holds 30 images\. Remove one to add another\./)
    expect(text).not.toMatch(/<input[^>]*type="file"/)
    await send(`${base}/images/add`, [['image', files[1]!]], owner)
    expect((await open('images')).words).toContain('30 of 30')
  })

  test('takes the address of a video, says at it what can’t be shown, and visitors watch it where it is [T748]', async () => {
    const { slug, open, press } = await mine()
    const titles = ({ text }: { text: string }) => linesOf(text, 'title')
    expect((await open('video')).words).toMatch(/0 of 20 .*No videos yet/)
    const add = async (url: string) => {
      await press('Add Video')
      return press('Add Video', { url })
    }
    const odd = 'https://youtube.com@evil.test/watch?v=dQw4w9WgXcQ'
    const refused = await add(odd)
    expect(refused.words).toContain(
      'This can’t be shown. Use the address of a video on YouTube, Vimeo, TikTok or Facebook',
    )
    expect(fieldOf(refused.text, 'url')).toEqual({ value: odd, isWrong: true })
    expect((await add('https://youtu.be/dQw4w9WgXcQ')).words).toContain('Video added successfully')
    expect(titles(await add('https://a.example.org/school-visit.mp4'))).toEqual(['', 'school visit'])
    await press('Save', { title: 'Our song' })
    expect(titles(await press('Move video 1 later'))).toEqual(['school visit', 'Our song'])
    await press('Delete video 1')
    const removed = await press('Delete')
    expect([titles(removed), removed.words]).toEqual([
      ['Our song'],
      expect.stringContaining('Video removed successfully'),
    ])
    expect(titles(await press('Undo'))).toEqual(['school visit', 'Our song'])
    const { text } = await get(`/fundraiser/${slug}?tab=gallery`)
    expect(pieceOf(text, /<a href="([^"]*)"[^>]*>Watch on YouTube/)).toContain('dQw4w9WgXcQ')
    // Nothing is asked of anybody before a visitor wants to watch.
    expect(text).not.toMatch(/<iframe|<video/)
  })
})

test('a description is typed as paragraphs, keeps its formats, and is not written over another window’s [T749]', async () => {
  const { slug, base, open, press } = await mine()
  const shown = ({ text }: { text: string }) => pieceOf(text, /<div class="rich[^>]*>(.*?)<\/div>/s)
  const empty = await open('description')
  expect(empty.words).toContain('No description available. Click "Edit Description" to add one.')
  await press('Edit Description')
  const plain = 'Karibu & <asante>\nsana\n\nMama'
  const saved = await press('Save', { description: plain })
  expect(saved.words).toContain('Description updated successfully')
  expect(shown(saved)).toBe('<p>Karibu &amp; &lt;asante&gt;<br />sana</p><p>Mama</p>')
  expect(fieldOf((await press('Edit Description')).text, 'description').value).toBe(plain)
  const other = walks(owner)
  await other.open(`${base}/description?edit=1`)
  await other.press('Save', { description: '<h2>Other</h2>', format: 'html' })
  const typed = { description: '<h1>Plan</h1><p>Karibu</p>', format: 'html' }
  const late = await press('Save', typed)
  expect(late.words).toMatch(/This description was changed in another window .*Saved in the other window Other/)
  expect(typedIn(late.text, 'description', 'format')).toEqual(typed)
  await press('Save mine instead')
  const formatted = typedIn((await press('Edit Description')).text, 'description', 'format')
  expect(formatted).toEqual({ description: expect.stringContaining('Plan</h'), format: 'html' })
  expect(shown(await get(`/fundraiser/${slug}`))).toContain('Plan')
})

describe('views', () => {
  test('that are used up are told on the dashboard and on Payouts, where a package is bought in another tab [T750]', async () => {
    const { id, slug, me, open, press } = await mine({ title: 'Bila maoni' })
    await sql`update subscriptions set views = 0, remaining_views = 0 where fund_drive_id = ${id}`.execute(db)
    const cards = readsOf((await me.open('/dashboard')).text, 'article')
    expect(cards.find((one) => one.includes('Bila maoni'))).toMatch(/All views are used up Buy Views for Bila maoni/)
    expect((await open('payouts')).words).toMatch(/View usage .*0 of 0 views used .*All views are used up .*Buy Views/)
    const { text, words } = await press('Buy Views')
    expect(words).toContain('$5 · KES 650')
    const offers = [...text.matchAll(/<form[^>]*target="_blank".*?<\/form>/gs)].map(([form]) => form)
    expect(offers.map((one) => readsOf(one, 'h3')[0])).toEqual(['Starter', 'Growth', 'Impact'])
    expect(wordsOf(offers[1]!)).toMatch(
      /^Growth Most Popular .*1,000 views Real-time analytics Device tracking Location insights/,
    )
    const yesterday = await press('Buy 200 views: Starter', { price: '64000' })
    expect(yesterday.words).toContain('The price has changed meanwhile. Please look at it again.')
    const { headers } = await press('Buy 200 views: Starter')
    const reference = pieceOf(headers.location ?? '', /^https:\/\/pay\.example\/(.+)$/)
    expect(await applyResult(db, 'paystack', reference, paid(65_000))).toBe('applied')
    expect((await me.open(`/payment-success?reference=${reference}`)).words).toContain('Subscription Activated!')
    expect((await open('payouts')).words).toMatch(/Package: Starter .*200 views left/)
    expect(await statusOf(`/fundraiser/${slug}`)).toBe(200)
  })

  test('are counted by the dot on the page, once for a stay', async () => {
    const { id, slug } = await mine()
    const visitor = walks()
    const { text } = await visitor.open(`/fundraiser/${slug}`)
    const dot = pieceOf(text, /src="([^"]*seen\.gif[^"]*)"/).replaceAll('&amp;', '&')
    for (const _ of [1, 2]) await visitor.open(dot)
    const used = db.selectFrom('subscriptions').where('fund_drive_id', '=', id).select('used_views')
    expect(await used.execute()).toEqual([{ used_views: 1 }])
  })

  test('of a drive are charts with their tables, the newest fifty, and a file of all of them', async () => {
    const { id, base, open } = await mine()
    await sql`with s as (update subscriptions set views = 200, used_views = 60, remaining_views = 140 where fund_drive_id = ${id} returning id)
      insert into fund_drive_views (fund_drive_id, subscription_id, visitor, device_type, location, viewer_ip, viewed_at)
      select ${id}::uuid, s.id, n::text, (array['mobile', 'desktop', 'tablet'])[1 + n % 3], (array['KE', 'Unknown'])[1 + n % 2],
        '41.90.64.0', now() - make_interval(days => 60 - n) from generate_series(1, 60) n, s order by n`.execute(db)
    const { text: html } = await open('analytics')
    expect(labels(html, '30 views in the last 30 days[^"]*')).not.toEqual([])
    expect(readsOf(html, 'tr').filter((row) => row.includes('41.90.64.0'))).toHaveLength(50)
    const more = (await open('analytics?days=90')).text
    for (const label of ['60 views in the last 90 days[^"]*', 'Phones: 20\\. Tablets: 20\\. Computers: 20\\.'])
      expect([label, labels(more, label)]).not.toEqual([label, []])
    expect(readsOf(more, 'tr')).toEqual(expect.arrayContaining(['Tablet 20', 'Kenya 30']))
    const { headers, text } = await get(`${base}/analytics.csv`, owner)
    const lines = text.trim().split('\r\n')
    expect([headers['content-type'], lines.length, lines[0]!.replace('\uFEFF', '')]).toEqual([
      expect.stringContaining('text/csv'),
      61,
      'Device Type,Date,Time,Location,IP',
    ])
  })
})

describe('a withdrawal', () => {
  booksMustHold(() => db)

  test('says what is wrong, shows the figures, and is asked for once, however often it is pressed [T751]', async () => {
    const { id, base, me, open, press } = await mine()
    await gift(db, id, 300_000)
    await open('home')
    await press('Withdraw Funds')
    const account = { bank_name: 'KCB Bank Kenya', account_number: '1234 5678 90', account_name: 'Wanjiru Kamau' }
    for (const [amount, words] of [
      ['', 'Please fill in all required fields'],
      ['99', 'Minimum withdrawal amount is KES 100'],
      ['3,000.01', 'Insufficient funds'],
    ] as const) {
      const refused = await press('Withdraw Continue', { amount, method: 'bank', ...account })
      expect(fieldOf(refused.text, 'amount')).toEqual({ value: amount, isWrong: true })
      expect(refused.words).toContain(words)
    }
    const first = await press('Withdraw Continue', { amount: '1000' })
    expect(first.words).toMatch(/Please look at what you will receive, then confirm /)
    expect(first.words).toContain('Withdrawal KES 1,000 Fee (5%) − KES 50 You receive KES 950 Balance after KES 2,000')
    expect(typedIn(first.text, ...Object.keys(account))).toEqual(account)
    expect((await press('Withdraw KES 1,000', { password: 'not mine' })).words).toContain('This is not your password.')
    const { words, text } = await press('Withdraw KES 1,000', { password: owner.password })
    for (const said of ['Withdrawal request submitted successfully', 'KCB Bank Kenya •••• 7890', 'Timeline Requested'])
      expect(words).toContain(said)
    expect(words).toContain('KES 950 will be sent, fee KES 50')
    expect(text).not.toContain('1234567890')

    const again = await open('payouts/withdraw?amount=500')
    const method = pieceOf(again.text, /<input[^>]*name="method"[^>]*value="([\da-f-]{36})"/)
    const twice = Object.entries({ ...typedIn(again.text, 'key', 'seen', 'amount'), method })
    expect((await press('Withdraw KES 500')).words).toContain('KES 475 will be sent, fee KES 25')
    await send(`${base}/payouts/withdraw`, twice, owner)
    expect(labels((await open('payouts')).text, 'Cancel request for KES[^"]*')).toHaveLength(2)
    await open('payouts/withdraw')
    await me.follow('Withdraw all')
    await press('Withdraw KES 1,500')
    const all = await open('payouts')
    expect(all.text).toMatch(noWithdrawal)
    const taken = await press(labels(all.text, 'Cancel request for KES[^"]*')[0]!)
    expect(taken.words).toMatch(/Withdrawal request cancelled .*Cancelled/)
    expect(labels(taken.text, 'Cancel request for KES[^"]*')).toHaveLength(2)
  })

  test('of more than one transfer can carry is sent in parts', async () => {
    const { id, open, press } = await mine()
    await gift(db, id, 30_000_000)
    await open('payouts/withdraw?amount=300000')
    const { password } = owner
    const phone = { method: 'mobile_money', phone_number: '0712 345 678', mobile_operator: 'M-Pesa', password }
    const { words } = await press('Withdraw KES 300,000', phone)
    expect(words).toContain('Mobile money limit: KES 250,000 per transfer. Send it in 2 parts.')
    const sent = await press('Send in 2 parts', { password })
    for (const said of ['Withdrawal request submitted successfully', 'Part 1 of 2', 'Part 2 of 2', '= Available KES 0'])
      expect(sent.words).toContain(said)
  })
})

test('a long list of gifts is read to its end, part by part [T756]', async () => {
  const { id, slug } = await mine()
  for (let nr = 1; nr <= 21; nr++)
    await gift(db, id, 10_000, { donorName: `Giver ${nr}.`, donorEmail: `${nr}@example.test` })
  const visitor = walks()
  const listed = (html: string) => readsOf(html, 'li').flatMap((one) => /Giver \d+/.exec(one)?.[0] ?? [])
  const { text } = await visitor.open(`/fundraiser/${slug}?tab=donations`)
  expect(listed(text)).toEqual(Array.from({ length: 20 }, (_, at) => `Giver ${21 - at}`))
  const rest = await visitor.follow('Show more donations')
  expect([listed(rest.text), rest.words]).toEqual([
    ['Giver 1'],
    expect.stringContaining('Back to the newest donations'),
  ])
})

describe('the dashboard', () => {
  /** A person without a drive, in their browser. */
  async function newcomer() {
    const person = await somePerson(db)
    const me = walks({ cookie: await cookieOf(person) })
    return { ...person, me, press: me.press }
  }
  const typed = { title: 'Clean water for Tala', category: 'Community' }

  test('opens a drive with a picture; what is wrong is said at its field before, and nothing is lost [T752]', async () => {
    const { me, press } = await newcomer()
    expect((await me.open('/dashboard')).words).toContain('No fund drives yet')
    const { text } = await press('New Fund Drive')
    expect(fieldOf(text, 'slogan').value).toBe('unity is power')
    expect(pieceOf(text, /<input[^>]*name="collects"[^>]*>/)).toMatch(/role="switch".*\schecked/)
    const categories = pieceOf(text, /<select[^>]*name="category".*?<\/select>/s)
    expect(categories.match(/<option(?![^>]*disabled)/g)).toHaveLength(10)

    const create = (more: Record<string, string | File>) => press('Create Fund Drive', more)
    const notes = new File(['hello'], 'x.txt', { type: 'text/plain' })
    const noPicture = await create({ ...typed, goal: '1,450,000', file: notes })
    expect([noPicture.status, fieldOf(noPicture.text, 'file').isWrong]).toEqual([422, true])
    expect(noPicture.words).toContain('Please select an image file')
    const image = 'http://nowhere.example/x.jpg'
    expect(fieldOf((await create({ image })).text, 'image')).toEqual({ value: image, isWrong: true })
    const long = 'one two three four five six seven eight nine ten eleven'
    const wrong = { slogan: long, goal: '0', endDate: '2099-12-31' }
    const refused = await create({ ...wrong, image: '', file: files[0]! })
    expect(refused.words).toMatch(/Campaign slogan must not exceed 10 words.*at least KES 1/)
    for (const name of ['slogan', 'goal']) expect([name, fieldOf(refused.text, name).isWrong]).toEqual([name, true])
    const kept = typedIn(refused.text, 'title', 'endDate', 'image')
    expect(kept).toEqual({
      title: typed.title,
      endDate: wrong.endDate,
      image: expect.stringMatching(/^\/media\/drives\//),
    })
    const done = await create({ slogan: 'ten words are not too many for a good slogan', goal: '1,450,000' })
    expect(me.path).toMatch(/^\/fund-drive\/clean-water-for-tala(-\d+)?\/home$/)
    expect(done.words).toContain('Success! Your fund drive has been created successfully.')

    const place = me.path.replace('/home', '')
    const dashboard = await me.open('/dashboard')
    expect(dashboard.words).toContain('Active Drives 1 of 1')
    const card = pieceOf(dashboard.text, /<article.*?<\/article>/s)
    expect(wordsOf(card)).toMatch(
      /^Active Community Clean water for Tala ten words .* KES 0 0\.0% funded .*of KES 1,450,000 goal/,
    )
    expect(card).toContain(kept.image!.slice(0, 46))
    expect(pieceOf(card, /<a [^>]*href="([^"]*)"/)).toBe(place)
  })

  test('shows no bar for a drive that collects nothing, and neither does its page [T755]', async () => {
    const { me, press } = await newcomer()
    await me.open('/dashboard/new')
    await press('Create Fund Drive', { title: 'Hands wanted', category: 'Environment', collects: null })
    const { text, words } = await me.open('/dashboard')
    expect(words).toContain('Not collecting donations')
    expect(text).not.toContain('role="progressbar"')
    const progress = async (slug: string) => (await get(`/fundraiser/${slug}`)).text.includes('aria-label="Progress"')
    expect([await progress('hands-wanted'), await progress((await someDrive(db)).slug)]).toEqual([false, true])
  })

  test('searches, filters and pages many drives by the address [T753]', async () => {
    const { id, me, press } = await newcomer()
    for (let nr = 1; nr <= 26; nr++)
      await someDrive(db, { ownerId: id, title: `Drive ${nr}`, slogan: nr === 7 ? 'the seventh' : 'any' })
    const titles = ({ text }: { text: string }) => readsOf(text, 'h3').filter((one) => one.startsWith('Drive'))
    const newest = Array.from({ length: 24 }, (_, at) => `Drive ${26 - at}`)
    expect(titles(await me.open('/dashboard'))).toEqual(newest)
    expect(titles(await me.follow('Older fund drives'))).toEqual(['Drive 2', 'Drive 1'])
    expect(titles(await me.follow('Newest fund drives'))).toEqual(newest)
    expect(titles(await press('Search', { search: 'SEVENTH' }))).toEqual(['Drive 7'])
    expect(me.path).toContain('search=SEVENTH')
    const none = await press('Search', { status: 'Paused' })
    expect([fieldOf(none.text, 'search').value, titles(none)]).toEqual(['SEVENTH', []])
    expect(none.words).toContain('No fund drives found')
    expect(titles(await me.follow('Show all fund drives'))).toEqual(newest)
  })

  test('tells a person who has not confirmed their address so, sends the mail again, and loses nothing', async () => {
    const { id, me, press } = await newcomer()
    await sql`update users set email_verified = false where id = ${id}`.execute(db)
    expect((await me.open('/dashboard/new')).words).toContain('Confirm your email address first')
    const early = await press('Create Fund Drive', { ...typed, goal: '500' })
    expect(early.words).toContain('Please confirm your email address first.')
    expect(fieldOf(early.text, 'title').value).toBe(typed.title)
    expect((await press('Send the email again')).words).toContain('Check your email')
  })
})
