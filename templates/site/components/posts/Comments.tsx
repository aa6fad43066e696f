import type { CommentPagesView, CommentView, PostView } from 'headless-site/content';
import { plainText, prepareComment } from 'headless-site/html';
import { commentsModule } from 'headless-site/theme';
import type { ReactNode } from 'react';
import { SafeHtml } from '@/components/content/Html';
import { commentWords, postWords } from '@/components/words';
import { Avatar } from './Avatar';
import { PostDate } from './Byline';
import { CommentForm } from './CommentForm';

/** Comments and their replies, and the form for another one where WordPress takes some. */
export function Comments({ post, language }: { post: PostView; language: string }) {
  const { comments, commenting } = post;
  if (comments.length === 0 && !commenting) return null;
  const depth = commenting && !commenting.loginUrl ? commenting.depth : 1;
  return (
    <section id="comments" aria-labelledby="comments-title" className="article-column page-part">
      <h2 id="comments-title" suppressHydrationWarning className="comments-title">
        {comments.length > 0 ? postWords.comments(post.commentCount) : commentWords.none}
      </h2>
      {depth > 1 && (
        <form id="reply-form" action="/api/comments" method="post" hidden>
          <input type="hidden" name="_page" value={post.commentPages?.path ?? post.path} />
        </form>
      )}
      <CommentTree comments={comments} language={language} level={1} depth={depth}>
        {commenting && !commenting.loginUrl && <OwnComment />}
      </CommentTree>
      {post.commentPages && <CommentPages pages={post.commentPages} />}
      <CommentForm post={post} />
    </section>
  );
}

/** The first page has the oldest comments, as in WordPress. */
function CommentPages({ pages: { page, pages, older, newer } }: { pages: CommentPagesView }) {
  return (
    <nav aria-label={commentWords.pages} className="pager">
      {older && (
        <a href={older} rel="prev" className="more">
          {commentWords.older}
        </a>
      )}
      <span className="label">{commentWords.page(page, pages)}</span>
      {newer && (
        <a href={newer} rel="next" className="more">
          {commentWords.newer}
        </a>
      )}
    </nav>
  );
}

interface CommentTreeProps {
  comments: CommentView[];
  language: string;
  /** 1 for comments on the post itself, up to `depth` where there is a reply. */
  level: number;
  depth: number;
  /** Behind the comments. */
  children?: ReactNode;
}

const repliesLook = 'replies';

/** From the third level on replies are no longer indented: a phone has no room for them. */
function CommentTree({ comments, language, level, depth, children }: CommentTreeProps) {
  const look = level === 1 ? 'comments' : level < 4 ? repliesLook : undefined;
  return (
    <ol className={look}>
      {comments.map((comment) => (
        <li key={comment.id} id={`comment-${comment.databaseId}`} className="comment">
          <p className="comment-head">
            {comment.avatar && <Avatar src={comment.avatar} size={28} />}
            <a href={comment.url} rel={comment.url && 'nofollow ugc'} dir="auto" className="comment-name">
              {nameOf(comment)}
            </a>
            <span className="label">
              <PostDate date={comment.date} language={language} />
            </span>
          </p>
          <SafeHtml html={prepareComment(comment.content)} className="comment-text" />
          {level < depth && !comment.isPing && <Reply comment={comment} />}
          {comment.replies.length > 0 && (
            <CommentTree comments={comment.replies} language={language} level={level + 1} depth={depth} />
          )}
        </li>
      ))}
      {children}
    </ol>
  );
}

/** A button and no link, which search engines would follow. Without JavaScript the route answers with the form for this reply. */
function Reply({ comment }: { comment: CommentView }) {
  return (
    <p className="reply">
      <button
        type="submit"
        form="reply-form"
        name="reply"
        value={comment.databaseId}
        aria-label={commentWords.replyTo(nameOf(comment))}
        data-module={commentsModule}
        className="link"
      >
        {commentWords.reply}
      </button>
    </p>
  );
}

/** Elements that WordPress lets visitors write, and the list of a first reply. */
const ownElements = 'p a abbr b blockquote br cite code del em i ol pre q s strong';

/** The visitor's own comment, as scripts show it in its place; `data-adds` names the elements that its styles are for. */
function OwnComment() {
  return (
    <li
      hidden
      data-own-comment={repliesLook}
      data-adds={`${ownElements} .${repliesLook.replaceAll(' ', ' .')}`}
      tabIndex={-1}
      className="comment"
    >
      <p className="comment-head">
        <span data-name="" dir="auto" className="comment-name" />
        <span data-note="" hidden className="label">
          {commentWords.isWaiting}
        </span>
      </p>
      <div data-text="" className="prose comment-text" />
    </li>
  );
}

const nameOf = ({ author }: CommentView) => plainText(author) || postWords.anonymous;
