import { useLingui } from '@lingui/react/macro'
import { qrOf } from '#app/features/drives/campaign/qr.server.ts'
import { QrPanel } from '#app/features/drives/campaign/qr-panel.tsx'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/home.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { slug, title } = context.get(driveContext)
  return { slug, title, qr: qrOf(`${context.get(askedContext).origin}/fundraiser/${slug}`) }
}

export default function Home({ loaderData: { slug, title, qr } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Home`} />
      <QrPanel title={title} slug={slug} qr={qr} />
    </>
  )
}
