import { describe, expect, test } from '@jest/globals';
import { newsSentence } from './news-sentence.ts';

const names = { company_name: 'Harbour', job_post_title: 'Rigger' };
const hidden = { company_name: '', job_post_title: '' };

describe('the sentence of a notification in a mail', () => {
  test.each([
    ['application_received', '', 'There are new applications for “Rigger”.'],
    ['application_assigned', '', 'An application for “Rigger” was assigned to you.'],
    ['application_moved', 'interview', 'Harbour would like to meet you about “Rigger”.'],
    ['application_moved', 'offer', 'Harbour would like to make you an offer for “Rigger”.'],
    ['application_moved', 'rejected', 'Harbour chose another applicant for “Rigger”.'],
    ['job_post_closed', '', 'Harbour closed its job post “Rigger”.'],
    ['message_received', 'company', 'Harbour wrote to you about “Rigger”.'],
    ['message_received', 'applicant', 'An applicant wrote to you about “Rigger”.'],
    ['interview_changed', 'proposed', 'Harbour proposes times for an interview about “Rigger”.'],
    ['interview_changed', 'cancelled', 'Harbour cancelled the interview about “Rigger”.'],
    ['interview_changed', 'accepted', 'An applicant accepted your interview about “Rigger”.'],
    ['interview_changed', 'declined', 'An applicant declined your interview about “Rigger”.'],
    ['offer_answered', 'accepted', 'An applicant accepted your offer for “Rigger”.'],
    ['offer_answered', 'declined', 'An applicant declined your offer for “Rigger”.'],
    ['application_withdrawn', '', 'An applicant withdrew an application for “Rigger”.'],
    ['role_changed', 'owner', 'You are now an owner of Harbour.'],
    ['role_changed', 'member', 'You are now a member of Harbour.'],
    ['role_changed', 'restored', 'You belong to Harbour again.'],
    ['role_changed', 'revoked', 'Your membership in a company was revoked.'],
  ])('%s %s', (kind, value, sentence) => {
    expect(newsSentence({ kind, value, ...names })).toBe(sentence);
    const isAboutUser = value === 'revoked';
    expect(newsSentence({ kind, value, ...hidden })).toBe(isAboutUser ? sentence : null);
  });

  test.each([
    ['application_assigned', '', '3 applications for “Rigger” were assigned to you.'],
    ['message_received', 'applicant', '3 applicants wrote to you about “Rigger”.'],
    ['interview_changed', 'accepted', '3 applicants accepted your interviews about “Rigger”.'],
    ['interview_changed', 'declined', '3 applicants declined your interviews about “Rigger”.'],
    ['offer_answered', 'accepted', '3 applicants accepted your offers for “Rigger”.'],
    ['offer_answered', 'declined', '3 applicants declined your offers for “Rigger”.'],
    ['application_withdrawn', '', '3 applications for “Rigger” were withdrawn.'],
    ['application_received', '', 'There are new applications for “Rigger”.'],
  ])('of three applications: %s %s', (kind, value, sentence) => {
    expect(newsSentence({ kind, value, ...names }, 3)).toBe(sentence);
  });

  test('of another release is none', () => {
    expect(newsSentence({ kind: 'role_changed', value: 'toString', ...names })).toBeNull();
    for (const kind of ['application_moved', 'interview_changed', 'offer_answered'])
      expect(newsSentence({ kind, value: 'captain', ...names })).toBeNull();
    expect(newsSentence({ kind: 'harbour_closed', value: '', ...names })).toBeNull();
  });
});
