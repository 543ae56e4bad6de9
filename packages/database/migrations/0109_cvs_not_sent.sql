-- The employer service reads `talent.sent_cvs` (0092). No release has read the table: 0.1.0 had no CVs.
revoke select on talent.cvs from employer_service;
