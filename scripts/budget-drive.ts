import { ask } from '../e2e/database.ts'
import type { House } from '../e2e/house.ts'

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
