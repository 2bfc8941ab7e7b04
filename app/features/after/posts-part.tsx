import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { most } from './after.ts'
import type { Post } from './posts.server.ts'

type PartProps = { page: string; posts: Post[]; formKey: string; first?: Answer | undefined }

/** What the host wrote to all guests, and the form for more. */
export function PostsPart({ page, posts, formKey, first }: PartProps) {
  return (
    <Card title={<Trans>Posts</Trans>} level={3}>
      <div className="grid gap-5">
        <p className="text-muted">
          <Trans>Your guests read the newest 10 on their pages.</Trans>
        </p>
        <Changing>
          <AddPost page={page} formKey={formKey} first={first} />
        </Changing>
        {posts.length > 0 && (
          <ul className="divide-y divide-line">
            {posts.map((post) => (
              <OnePost key={post.id} page={page} post={post} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function AddPost({ page, formKey, first }: Omit<PartProps, 'posts'>) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useDeed({ onDone: (form) => form?.reset() })
  return (
    <Form method="post" action={`${page}/post`} className="grid gap-4">
      <input type="hidden" name="key" value={formKey} />
      <Field label={<Trans>What all your guests read</Trans>} name="words" answer={answer} required>
        <TextArea rows={4} maxLength={most.words} />
      </Field>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Post</Trans>
      </Button>
    </Form>
  )
}

function OnePost({ page, post: { id, words } }: { page: string; post: Post }) {
  const { Form, busy, answer } = useDeed()
  return (
    <li className="grid gap-2 py-3">
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {words}
      </p>
      <Changing>
        <details>
          <summary className="min-h-11 content-center text-link underline">
            <Trans>Remove this post</Trans>
          </summary>
          <Form method="post" action={`${page}/remove`} className="grid gap-3">
            <input type="hidden" name="post" value={id} />
            <Checkbox name="sure" answer={answer} label={<Trans>Remove this post permanently</Trans>} />
            <Button variant="secondary" busy={busy} className="justify-self-start">
              <Trans>Remove</Trans>
            </Button>
          </Form>
        </details>
      </Changing>
    </li>
  )
}
