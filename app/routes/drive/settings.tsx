import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { CollectsForm } from '#app/features/drives/campaign/collects-form.tsx'
import { StatusForm } from '#app/features/drives/campaign/status-form.tsx'
import { says } from '#app/features/drives/drive-says.ts'
import { Card } from '#app/ui/card.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/settings.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export function loader({ context }: Route.LoaderArgs) {
  const { slug, status, collects, goal, hadMoney } = context.get(driveContext)
  return { slug, status, collects, goal, hadMoney }
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const { slug, status, collects, goal, hadMoney } = loaderData
  const { t, i18n } = useLingui()
  return (
    <>
      <PageTitle page={t`Settings`} />
      <h2 className="mb-4 text-2xl">
        <Trans>Settings</Trans>
      </h2>
      <div className="grid gap-5">
        <Card level={3} title={<Trans>Status</Trans>} text={<Trans>Who can see the fundraiser.</Trans>}>
          <StatusForm slug={slug} status={status} />
        </Card>
        <Card level={3} title={<Trans context="setting">Donations</Trans>}>
          <CollectsForm slug={slug} collects={collects} goal={goal} />
        </Card>
        <Card
          level={3}
          title={<Trans>Delete drive</Trans>}
          text={
            hadMoney ? (
              i18n._(says.moneyCame)
            ) : (
              <Trans>Possible as long as no money ever came in. It can’t be brought back.</Trans>
            )
          }
        >
          <Changing>
            {!hadMoney && (
              <FormButton to={`/fund-drive/${slug}/settings/delete`} variant="secondary" className="text-stop">
                <Trans>Delete drive</Trans>
              </FormButton>
            )}
          </Changing>
        </Card>
      </div>
      <Outlet />
    </>
  )
}
