import { ask } from '../e2e/database.ts'
import type { House } from '../e2e/whole.ts'

// A drive as a busy one is: ten pictures, thirty comments, a story of some length. Its page is what the budget weighs.

const story = `<h1>What we are doing</h1>${'<p>Her pupils, now grown, have opened this fundraiser so that she never has to ask anybody herself. Twice a week she travels two hours to the hospital, and <strong>each session</strong> costs more than her pension.</p>'.repeat(6)}`

/** Puts the drive 'weighed' into a house with example people. Its pictures need not be there: only pages are weighed. */
export async function addDrive(house: House): Promise<void> {
  const [drive] = await ask(
    house,
    `insert into fund_drives (user_id, slug, title, description, goal_amount, category, image_url)
     select id, 'weighed', 'Heal Mama Achieng', $1, 25000000, 'Medical', $2 from users where email = 'owner@harambee.test'
     returning id`,
    [story, pictureAt(0)],
  )
  const id = drive!.id
  await ask(
    house,
    `insert into subscriptions (fund_drive_id, user_id, package_id, views, remaining_views)
     select d.id, d.user_id, p.id, 1000, 1000 from fund_drives d, subscription_packages p where d.id = $1 and p.name = 'Free'`,
    [id],
  )
  for (let at = 1; at <= 10; at++)
    await ask(
      house,
      `insert into fund_drive_images (fund_drive_id, image_url, caption, display_order, width, height, colour)
       values ($1, $2, $3, $4, 1920, 1280, '#8a6a4c')`,
      [id, pictureAt(at), `Mama Achieng with her class of ${1990 + at}`, at],
    )
  await ask(
    house,
    `insert into fund_drive_comments (fund_drive_id, name, content, likes, visitor, fingerprint)
     select $1, 'Supporter ' || n, 'Pole sana Mama. We pray for you, and will not stop until you are home again. ' || md5(n::text),
       n % 7, 'v', repeat('x', 43) from generate_series(1, 30) n`,
    [id],
  )
}

/** Asks a phone for a gift to that drive; the path of the page where its giver waits. */
export async function addRequest({ url }: House): Promise<string> {
  const fields = { way: 'mpesa', amount: '500', phone: '0712 345 678', key: crypto.randomUUID() }
  const answer = await fetch(`${url}/fundraiser/weighed/donate`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url },
    body: new URLSearchParams(fields),
  })
  const at = answer.headers.get('location')
  if (!at) throw new Error(`no request was sent: ${answer.status}`)
  return new URL(at, url).pathname
}

const pictureAt = (at: number) => `/media/drives/${String(at).padStart(32, '0')}-1920.jpg`

/** Invites to a day for that drive, which has all that guests can read of one; the path of a guest's own page. */
export async function addGuest(house: House): Promise<string> {
  const link = '23456789abcd'
  await ask(
    house,
    `with gathering as (
       insert into gatherings (user_id, fund_drive_id, slug, title, hosts, words)
       select user_id, id, 'weighed', 'Wanjiku & Kamau', 'The families of Njoroge and Mwangi', repeat('Come and eat with us. ', 20)
       from fund_drives where slug = 'weighed' returning id
     ), occasion as (
       insert into occasions (gathering_id, no, kind, name, zone, starts_local, ends_local, place, landmark, map_url, travel, dress,
         programme, shared, shows_list)
       select id, no, 'ruracio', 'Day ' || no, 'Africa/Nairobi', now() + no * interval '9 days', now() + no * interval '9 days 6 hours',
         'Limuru', 'Behind the petrol station', 'https://maps.example.org/limuru', 'Matatu 114, then ten minutes on foot.',
         'African wear', E'10:00 Arrival\n11:00 Prayers\n13:00 Lunch', true, true
       from gathering, generate_series(1, 2) no returning id, no
     ), guest as (
       insert into supporters (gathering_id, name, link, origin) select id, 'Mama Njeri & family', $1, 'host' from gathering returning id
     )
     insert into invitations (occasion_id, supporter_id, seats, code) select o.id, g.id, 4, 'ABCDE' || o.no + 1 from occasion o, guest g`,
    [link],
  )
  return `/i/${link}`
}
