import { Trans, useLingui } from '@lingui/react/macro'
import { FileText } from 'lucide-react'
import { DriveTitle, driveContext, helpsContext, readOnlyContext } from '#app/drives/drive/pages/context.tsx'
import { donationTexts } from '#app/money/donations/donation.ts'
import { donationsList } from '#app/money/donations/donations-list.server.ts'
import { donationsView } from '#app/money/donations/donations-list.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import { List, ListFile } from '#app/ui/list-view.tsx'
import type { Route } from './+types/donations.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug, total, recorded, ...drive } = context.get(driveContext)
  const hadMoney = drive.hadMoney || recorded > 0
  const hasStatement = hadMoney && !context.get(helpsContext)
  // The organiser alone gives gifts back: neither helpers nor administrators who look.
  const givesBack =
    context.get(helpsContext) || context.get(readOnlyContext) ? null : `/fund-drive/${slug}/donations/back`
  const list = await part(context, donationsList.page(db, id, url.searchParams))
  return { slug, total, hadMoney, hasStatement, givesBack, list }
}

export default function Donations({ loaderData }: Route.ComponentProps) {
  const { slug, total, hadMoney, hasStatement, givesBack, list } = loaderData
  const { t, i18n } = useLingui()
  return (
    <section className="grid gap-5" aria-labelledby="donations-title">
      <DriveTitle page={t`Donations`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="donations-title" className="text-2xl">
          <Trans>Donations</Trans>
        </h2>
        {hadMoney && (
          <div className="flex flex-wrap gap-3">
            {hasStatement && (
              <LinkButton
                to={`/fund-drive/${slug}/statement`}
                variant="secondary"
                icon={<FileText aria-hidden="true" className="size-5" />}
              >
                <Trans>Statement</Trans>
              </LinkButton>
            )}
            <ListFile view={donationsView} />
          </div>
        )}
      </div>
      <Part of={list} failed={i18n._(donationTexts.notLoaded)}>
        {(list) => <List view={donationsView} shown={list} more={{ raised: total, givesBack }} />}
      </Part>
    </section>
  )
}
