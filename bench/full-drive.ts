import { ask } from '../e2e/database.ts'
import type { Place } from '../e2e/whole.ts'

/** The example drive whose page is measured: ten pictures, thirty comments, and the gifts that it came with. */
export const slug = 'heal-mama-achieng'

/** Adds what is missing of the pictures and comments, once the example's own are there; those are used again. */
export async function fillDrive(house: Place): Promise<void> {
  const images = () =>
    ask(house, 'select i.* from fund_drive_images i join fund_drives d on d.id = i.fund_drive_id where d.slug = $1', [
      slug,
    ])
  for (let waits = 0; (await images()).length === 0 && waits < 120; waits++)
    await new Promise((done) => setTimeout(done, 500))
  await ask(
    house,
    `insert into fund_drive_images (fund_drive_id, image_url, caption, display_order, width, height, colour)
     select i.fund_drive_id, i.image_url, i.caption, 1000 + n, i.width, i.height, i.colour
     from generate_series(1, 10) n, lateral (
       select i.* from fund_drive_images i join fund_drives d on d.id = i.fund_drive_id where d.slug = $1
       order by i.display_order offset n % (select count(*) from fund_drive_images j join fund_drives d on d.id = j.fund_drive_id where d.slug = $1) limit 1
     ) i
     limit greatest(0, 10 - (select count(*) from fund_drive_images j join fund_drives d on d.id = j.fund_drive_id where d.slug = $1))`,
    [slug],
  )
  await ask(
    house,
    `insert into fund_drive_comments (fund_drive_id, name, content, visitor, fingerprint, created_at)
     select d.id, 'Supporter ' || n, 'Tuko pamoja, Mama Achieng. We are praying with you, number ' || n || '.', 'v' || n,
       rpad('f' || n, 43, 'x'), now() - make_interval(hours => n)
     from fund_drives d, generate_series(1, 30) n where d.slug = $1
     limit greatest(0, 30 - (select count(*) from fund_drive_comments c join fund_drives d on d.id = c.fund_drive_id where d.slug = $1))`,
    [slug],
  )
}
