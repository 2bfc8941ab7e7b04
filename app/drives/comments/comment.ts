import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// Limits and words of comments, for server and browser.

export const contentMax = 1000
export const commenterNameMax = 100
export const nameDefault = 'Anonymous Supporter'
export const commentsAtOnce = 20
/** The most comments pinned above the others. */
export const mostPinned = 3

export const commentStates = ['shown', 'quarantined', 'hidden'] as const
export type CommentState = (typeof commentStates)[number]
/** A comment as visitors see it. */
export type Comment = {
  id: number
  name: string
  content: string
  likes: number
  liked: boolean
  createdAt: Date
} & Answered
/** The owner's reaction to the comment. */
type Answered = { reply: string | null; thanked: boolean; pinned: boolean }
/** A part of the list, newest first, and where the next one begins. */
export type CommentPage = { comments: Comment[]; next: string | null }
/** A comment as its owner sees it. */
export type OwnComment = Omit<Comment, 'liked'> & { state: CommentState; suspicion: Suspicion | null }
export type Suspicion = 'link' | 'phone' | 'both' | 'repeated' | 'reported'

export const commentTexts = {
  posted: { title: msg`Comment posted!`, text: msg`Thank you for your encouraging words.` },
  waits: {
    title: msg`Comment posted!`,
    text: msg`It appears once the organiser approves it.`,
  },
  notPosted: { title: msg`Failed to post comment. Please try again.`, tone: 'bad' },
  notLiked: { title: msg`Your like was not counted. Please try again.`, tone: 'bad' },
  shown: { title: msg`Everyone can see the comment now.` },
  hidden: { title: msg`The comment is hidden now.` },
  notChanged: { title: msg`The comment could not be changed. Please try again.`, tone: 'bad' },
  replied: { title: msg`Your reply is on your page.` },
  replyGone: { title: msg`Your reply is removed.` },
  thanked: { title: msg`Visitors see that you said thank you.` },
  'not thanked': { title: msg`Your thank you is removed.` },
  pinned: { title: msg`The comment is now at the top.` },
  'not pinned': { title: msg`The comment is no longer at the top.` },
  manyPinned: {
    title: msg`You can pin up to ${mostPinned} comments.`,
    text: msg`Unpin another one first.`,
    tone: 'bad',
  },
  deleted: { title: msg`Comment deleted` },
  restored: { title: msg`The comment is back.` },
  reported: { title: msg`Thank you for telling us.`, text: msg`We will look at this comment.` },
  notReported: { title: msg`Your report was not sent. Please try again.`, tone: 'bad' },
  contentMissing: msg`Please write a comment.`,
  contentLong: msg`Please use at most 1,000 characters.`,
  nameLong: msg`Please use at most 100 characters.`,
  missing: msg`This comment is no longer there.`,
  driveMissing: msg`Fundraiser Not Found`,
} satisfies Record<string, Words | Says>

/** Names the draft in which the browser keeps what was typed until it is sent. */
export const commentDraft = (slug: string): string => `comment on ${slug}`
