import type { DemoCompany, DemoJobPost } from './companies.ts';
import { choiceOf, listOf, objectOf, readData, textOf, textsOf } from './data-file.ts';
import { pick } from './pick.ts';

const KINDS = ['short_text', 'long_text', 'yes_no'] as const;

/** A screening question of the demo, with what applicants answer to it. */
interface DemoQuestion {
  readonly text: string;
  readonly kind: (typeof KINDS)[number];
  readonly is_required: boolean;
  readonly answers: readonly string[];
}

/** By the title of a post of the demo's main company. */
const QUESTIONS = objectOf(objectOf(readData('screening'), 'screening')['posts'], 'posts');

function questionsOf(title: string): readonly DemoQuestion[] {
  if (!Object.hasOwn(QUESTIONS, title)) return [];
  return listOf(QUESTIONS[title], title).map((value) => {
    const question = objectOf(value, title);
    const text = textOf(question['text'], title);
    return {
      text,
      kind: choiceOf(question['kind'], KINDS, text),
      is_required: question['is_required'] === true,
      answers: textsOf(question['answers'], text),
    };
  });
}

/** The column `questions` of a job post. */
export function demoQuestions({ name }: DemoCompany, { title }: DemoJobPost) {
  if (name !== 'Harbour & Pine') return [];
  return questionsOf(title).map(({ text, kind, is_required }) => ({ text, kind, is_required }));
}

/** The column `answers` of an application, by its key. @param asked the questions of its post. */
export function demoAnswers(key: string, title: string, asked: readonly unknown[]) {
  if (asked.length === 0) return [];
  return questionsOf(title).map(({ text, kind, answers }) => ({
    question: text,
    kind,
    answer: pick(`${key} ${text}`, answers),
  }));
}
