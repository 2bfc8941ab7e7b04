import { Trans, useLingui } from '@lingui/react/macro'
import { data, Form } from 'react-router'
import { givenAt } from '#app/group/recorded-gifts/given.server.ts'
import {
  dayOf,
  type Method,
  type RecordedStep,
  recordedByWords,
  recordedMethodWords,
} from '#app/group/recorded-gifts/recorded.ts'
import { brand, titled } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { dayIn, momentIn } from '#app/kit/time.ts'
import { GiftFacts, ReceiptPaper } from '#app/money/donations/receipt-paper.tsx'
import { db } from '#app/platform/db.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { useVisitor } from '#app/site/use-visitor.ts'
import type { Route } from './+types/given.ts'

/** Headers for a page that a person may read by its address alone: no cache keeps it, and no other site learns it. */
const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }

export async function loader({ params }: Route.LoaderArgs) {
  const given = (await givenAt(db, params.receipt)) ?? null
  return data({ given }, { status: given ? 200 : 404, headers: kept })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function GivenPage({ loaderData: { given } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { language } = useVisitor()
  if (!given) return <NotFound />
  return (
    <>
      <title>{titled(t`Receipt of a recorded gift`)}</title>
      <meta name="robots" content="noindex" />
      <GivenSheet given={given} title={given.title} language={language} />
    </>
  )
}

type GivenSeen = {
  slug: string
  receipt: string
  amount: number
  method: Method
  name: string
  anonymous: boolean
  givenOn: string
  by: string
  isVoid: boolean
  namesSomeone: boolean
  story: RecordedStep[]
}

type GivenSheetProps = { given: GivenSeen; title: string; language: Language }

/** The receipt of a gift that did not pass through us: who recorded it, and its story. */
function GivenSheet({ given, title, language }: GivenSheetProps) {
  const { i18n } = useLingui()
  const { slug, amount, by, isVoid, story } = given
  return (
    <ReceiptPaper {...{ slug, amount }} heading={<Trans>Receipt of a recorded gift</Trans>}>
      {isVoid && (
        <p className="receipt-stamp">
          <Trans context="gift">Cancelled</Trans>
        </p>
      )}
      <p className="wrap-anywhere mt-4 font-semibold">{i18n._(recordedByWords(by))}</p>
      <Facts given={given} title={title} language={language} />
      <Story story={story} language={language} />
      <Removal given={given} />
      <p className="receipt-foot receipt-quiet">
        <Trans>{'{brand}'}. Unity is power.</Trans>
      </p>
    </ReceiptPaper>
  )
}

function Facts({ given: { name, anonymous, method, givenOn }, title, language }: GivenSheetProps) {
  const { i18n } = useLingui()
  const more = [
    { key: 'on', head: <Trans>Day given</Trans>, value: dayIn(language, dayOf(givenOn)) },
    { key: 'how', head: <Trans>How</Trans>, value: i18n._(recordedMethodWords[method]) },
  ]
  return <GiftFacts {...{ title, name, anonymous, more }} />
}

/** Lets a giver remove their name here, without an account. */
function Removal({ given: { receipt, namesSomeone } }: { given: GivenSeen }) {
  if (!namesSomeone) return null
  return (
    <details className="no-print mt-6">
      <summary className="min-h-11 cursor-pointer py-2 underline">
        <Trans>Is this you? Remove your name</Trans>
      </summary>
      <Form method="post" action={`/given/${receipt}/forget`} className="mt-2 grid justify-items-start gap-3">
        <p>
          <Trans>Your name, phone number and the note are removed permanently. The amount and the day stay.</Trans>
        </p>
        <button type="submit" className="min-h-11 rounded-control border px-4 font-semibold">
          <Trans>Remove my name</Trans>
        </button>
      </Form>
    </details>
  )
}

/** The story of a recorded gift, step by step, with who did it and why. */
function Story({ story, language }: { story: RecordedStep[]; language: Language }) {
  return (
    <section className="mt-6">
      <h2 className="text-lg">
        <Trans>What became of it</Trans>
      </h2>
      <ol className="mt-2 grid gap-2">
        {story.map((step) => (
          <li key={step.id} className="wrap-anywhere">
            <StepSays step={step} />
            <span className="block text-sm opacity-80">{momentIn(language, step.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepSays({ step: { what, by, why, before } }: { step: RecordedStep }) {
  const { t } = useLingui()
  const whose = by ?? brand()
  const amount = before === null ? '' : moneyText(before)
  const said = { recorded: t`Recorded by ${whose}`, changed: t`Changed by ${whose}`, voided: t`Cancelled by ${whose}` }
  return (
    <>
      <span className="font-semibold">{said[what]}</span>
      {amount && <span> {t`Before: ${amount}.`}</span>}
      {by === null ? (
        <span> {t`This money came through {brand} after all.`}</span>
      ) : (
        why && <span> {t`Reason: ${why}`}</span>
      )}
    </>
  )
}
