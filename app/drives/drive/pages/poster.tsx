import { useLingui } from '@lingui/react/macro'
import { Poster } from '#app/drives/drive/campaign/poster.tsx'
import { posterWords } from '#app/drives/drive/campaign/poster-words.server.ts'
import { qrOf } from '#app/drives/drive/campaign/qr.server.ts'
import { linkOfDrive } from '#app/drives/drive/share.ts'
import { paybillOf } from '#app/money/mpesa/paybill.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { BrandMark } from '#app/site/brand.tsx'
import type { Route } from './+types/poster.ts'
import { driveContext } from './context.ts'
import { DriveTitle } from './page-title.tsx'

/** A sheet of paper has no menus around it. */
export const handle = { alone: true }

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug, title, slogan, picture, collects, goal, shortName } = context.get(driveContext)
  const link = linkOfDrive({ slug, shortName }, namedOrigin(context.get(askedContext)))
  return {
    slug,
    title,
    slogan,
    link,
    picture,
    words: posterWords({ collects, goal, paybill: collects ? await paybillOf(db, id) : null }),
    qr: qrOf(`${link}?via=poster`, { onPaper: true }),
  }
}

export default function PosterPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Poster`} />
      <Poster {...loaderData} logo={<BrandMark />} />
    </>
  )
}
