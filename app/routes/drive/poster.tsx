import { useLingui } from '@lingui/react/macro'
import { Poster } from '#app/features/drives/campaign/poster.tsx'
import { qrOf } from '#app/features/drives/campaign/qr.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/poster.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

/** A sheet of paper has no menus around it. */
export const handle = { alone: true }

export function loader({ context }: Route.LoaderArgs) {
  const { slug, title, slogan } = context.get(driveContext)
  const link = `${context.get(askedContext).origin}/fundraiser/${slug}`
  return { slug, title, slogan, link, qr: qrOf(link, { onPaper: true }) }
}

export default function PosterPage({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Poster`} />
      <Poster {...loaderData} />
    </>
  )
}
