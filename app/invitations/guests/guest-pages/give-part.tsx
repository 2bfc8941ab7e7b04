import { Trans, useLingui } from '@lingui/react/macro'
import type { GatheringSeen } from '#app/invitations/guests/guest.server.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'

type GivePartProps = { page: string; drive: NonNullable<GatheringSeen['drive']> }

/** The way to giving, where the gathering is for a drive that takes gifts. */
export function GivePart({ page, drive }: GivePartProps) {
  const { t } = useLingui()
  return (
    <section aria-label={t`Give`} className="grid gap-3">
      <h2 dir="auto" className="text-2xl">
        {drive.title}
      </h2>
      <form method="post" action={`${page}/give`}>
        <Button size="large" wide>
          <Trans>Give</Trans>
        </Button>
      </form>
      <p className="text-muted text-sm">
        <Trans>If you give anonymously, the family won’t know it was you.</Trans>
      </p>
    </section>
  )
}

type WordPartProps = GivePartProps & {
  name: string
  formKey: string
  /** A person died: the word is one of comfort. */
  sad: boolean
  /** The form action's answer, perhaps about another form of the page. */
  first: Answer | undefined
}

/** A form for a word to all readers of the drive's page. */
export function WordPart({ page, drive, name, formKey, sad, first }: WordPartProps) {
  const answer = first?.typed?.content === undefined ? undefined : first
  return (
    <section id="word" aria-labelledby="word-name" className="grid gap-3">
      <h2 id="word-name" className="text-2xl">
        {sad ? <Trans>Leave a word of comfort</Trans> : <Trans>Leave a word</Trans>}
      </h2>
      <p className="text-muted text-sm">
        <Trans>It is posted on the page of the fundraiser, where everyone can read it.</Trans>{' '}
        <a href={`/fundraiser/${drive.slug}`} className="text-link">
          <Trans>Open the fundraiser</Trans>
        </a>
      </p>
      <form method="post" action={`${page}/word#word`} noValidate className="grid gap-4">
        <input type="hidden" name="key" value={answer?.typed?.key ?? formKey} />
        <Field name="name" label={<Trans>Name</Trans>} answer={answer}>
          <Input defaultValue={name} maxLength={100} autoComplete="name" />
        </Field>
        <Field name="content" label={<Trans>Your word</Trans>} answer={answer}>
          <TextArea rows={3} required />
        </Field>
        <Button variant="secondary">
          <Trans>Post it</Trans>
        </Button>
      </form>
    </section>
  )
}

type GiveInsteadProps = { page: string; no: number; children: React.ReactNode }

/** One button that says "can't come" and leads to giving. */
export function GiveInstead({ page, no, children }: GiveInsteadProps) {
  const { t } = useLingui()
  return (
    <form method="post" action={`${page}/give`} aria-label={t`Can’t come, but will give`}>
      <input type="hidden" name="no" value={no} />
      <Button variant="secondary" size="large" wide>
        {children}
      </Button>
    </form>
  )
}
