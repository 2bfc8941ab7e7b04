import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'

/** The questions that givers ask, offered as headings to the person who has not written anything yet. */
export function StoryPrompts({ onInsert }: { onInsert: (html: string) => void }) {
  const { t } = useLingui()
  const questions = [
    t`Who needs help?`,
    t`What happened?`,
    t`How much is needed, and for what?`,
    t`By when?`,
    t`Who holds the money?`,
  ]
  return (
    <section className="rounded-card border border-line bg-card p-4">
      <p className="text-muted">
        <Trans>Not sure how to begin? Givers want to know:</Trans>
      </p>
      <ul className="my-2 list-disc pl-5">
        {questions.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
      <Button
        type="button"
        variant="secondary"
        size="small"
        onClick={() => onInsert(questions.map((question) => `<h2>${question}</h2><p></p>`).join(''))}
      >
        <Trans>Insert these as headings</Trans>
      </Button>
    </section>
  )
}
