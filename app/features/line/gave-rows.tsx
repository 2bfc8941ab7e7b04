import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { kindWords, type Thing } from './line.ts'

/** Who gave or pledged and is on no list of guests, each with a way onto it. */
export function GaveRows({ slug, things }: { slug: string; things: Thing[] }) {
  return (
    <ul className="grid divide-y divide-line rounded-card border border-line bg-card">
      {things.map((thing) => (
        <GaveRow key={thing.of} slug={slug} thing={thing} />
      ))}
    </ul>
  )
}

function GaveRow({ slug, thing: { of, kind, name, amount, at } }: { slug: string; thing: Thing }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useDeed()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <span className="grid min-w-0">
        <span className="wrap-anywhere font-semibold" dir="auto">
          {name}
        </span>
        <span className="flex flex-wrap gap-x-2 text-muted text-sm">
          {i18n._(kindWords[kind])}
          {amount !== null && <span className="figures">{moneyText(amount)}</span>}
          <span>{briefDayIn(i18n.locale as Language, at)}</span>
        </span>
      </span>
      <Changing>
        <Form method="post" action={`/gathering/${slug}/guests/gave/add`}>
          <Refused answer={answer} />
          <input type="hidden" name="of" value={of} />
          <Button variant="secondary" size="small" busy={busy} busyText={t`Saving...`}>
            <Trans>Add to the list</Trans>
          </Button>
        </Form>
      </Changing>
    </li>
  )
}
