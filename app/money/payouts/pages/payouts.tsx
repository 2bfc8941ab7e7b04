import { Trans, useLingui } from '@lingui/react/macro'
import { FileText, ReceiptText } from 'lucide-react'
import { Outlet } from 'react-router'
import { fundsOf } from '#app/base/ledger/wallet.server.ts'
import { DriveTitle, driveContext, helpsContext } from '#app/drives/drive/pages/context.tsx'
import { creditsShown } from '#app/drives/views/credits.server.ts'
import { UsageCard } from '#app/drives/views/usage-card.tsx'
import { Balance } from '#app/money/payouts/balance.tsx'
import { openChanges } from '#app/money/payouts/changes.server.ts'
import { ChangesNotice } from '#app/money/payouts/changes-list.tsx'
import { shownMethods } from '#app/money/payouts/method.server.ts'
import { MethodLine } from '#app/money/payouts/methods.tsx'
import { NamedTick } from '#app/money/payouts/named-tick.tsx'
import { firstWay } from '#app/money/payouts/outcome.ts'
import type { MethodShown } from '#app/money/payouts/payout.ts'
import { payoutsList } from '#app/money/payouts/payouts-list.server.ts'
import { payoutsView } from '#app/money/payouts/payouts-list.tsx'
import { isNamed } from '#app/money/payouts/signatures.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import { List, ListFile } from '#app/ui/list-view.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/payouts.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id, slug, ownerId, recorded } = context.get(driveContext)
  const reading = [part(context, payoutsList.page(db, id, searchParams)), part(context, openChanges(db, id))] as const
  const narrowed = searchParams.has('after')
  // A treasurer says yes or no to withdrawals, and has no part in methods and views.
  if (context.get(helpsContext)) {
    const mine = part(context, isNamed(db, id, context.get(personContext)!.id))
    const [list, changes, named] = await Promise.all([...reading, mine])
    return { slug, list, changes, narrowed, named, own: null }
  }
  const [list, changes, funds, credits, methods] = await Promise.all([
    ...reading,
    part(context, fundsOf(db, id)),
    part(context, creditsShown(db, id)),
    part(context, shownMethods(db, ownerId, context.get(languageContext))),
  ])
  return {
    slug,
    list,
    changes,
    narrowed,
    named: null,
    own: { recorded, funds, credits: credits ?? null, methods },
  }
}

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { slug, list, changes, narrowed, named, own } = loaderData
  const { t } = useLingui()
  const base = `/fund-drive/${slug}/payouts`
  return (
    <section className="grid gap-5 *:min-w-0" aria-labelledby="payouts-title">
      <DriveTitle page={t`Payouts`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="payouts-title" className="text-2xl">
          <Trans>Payouts</Trans>
        </h2>
        <div className="flex flex-wrap gap-3">
          <LinkButton
            to={`/fund-drive/${slug}/money`}
            variant="secondary"
            icon={<ReceiptText aria-hidden="true" className="size-5" />}
          >
            <Trans>What it bought</Trans>
          </LinkButton>
          {own && (
            <LinkButton
              to={`/fund-drive/${slug}/statement`}
              variant="secondary"
              icon={<FileText aria-hidden="true" className="size-5" />}
            >
              <Trans>Statement</Trans>
            </LinkButton>
          )}
          {own && (narrowed || (list !== 'failed' && list.rows.length > 0)) && <ListFile view={payoutsView} />}
        </div>
      </div>
      <Part of={changes}>{(shown) => <ChangesNotice base={base} shown={shown} />}</Part>
      {own && (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Part of={own.funds}>
            {(funds) => (
              <Balance
                funds={funds}
                recorded={own.recorded}
                way={own.methods === 'failed' ? 'bank' : firstWay(own.methods)}
              />
            )}
          </Part>
          <Part of={own.credits}>{(credits) => <UsageCard credits={credits} buy={`${base}/buy-views`} />}</Part>
        </div>
      )}
      <Part of={list}>{(list) => <List view={payoutsView} shown={list} more={{ base, isOwn: own !== null }} />}</Part>
      {named !== null && <Part of={named}>{(named) => <NamedTick base={base} named={named} />}</Part>}
      {own && <Part of={own.methods}>{(methods) => <MethodsCard base={base} methods={methods} />}</Part>}
      <Outlet />
    </section>
  )
}

/** Shows where one's money can be sent. A request that is under way keeps its own copy. */
function MethodsCard({ base, methods }: { base: string; methods: MethodShown[] }) {
  if (methods.length === 0) return null
  return (
    <Card
      title={<Trans>Withdrawal methods</Trans>}
      text={<Trans>Removing a method doesn't affect transfers in progress.</Trans>}
      level={3}
    >
      <ul className="divide-y divide-line">
        {methods.map((method) => (
          <OwnMethod key={method.id} base={base} method={method} />
        ))}
      </ul>
    </Card>
  )
}

function OwnMethod({ base, method }: { base: string; method: MethodShown }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const { id, through, number } = method
  return (
    <MethodLine method={method}>
      <Changing>
        <Form method="post" action={`${base}/methods/remove`}>
          <input type="hidden" name="method" value={id} />
          <Button
            variant="ghost"
            size="small"
            busy={busy}
            busyText={t`Removing...`}
            aria-label={t`Remove ${through} ${number}`}
          >
            <Trans>Remove</Trans>
          </Button>
        </Form>
      </Changing>
    </MethodLine>
  )
}
