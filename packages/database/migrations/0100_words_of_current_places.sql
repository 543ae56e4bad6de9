-- The words of the locations of now; since 0097 a post marks its own when it is published. Words whose company had no room for more are
-- not among them. By itself: it locks the rows that it changes, no table.

update employer.search_words s set is_place = true
 where not s.is_place
   and s.word in (select regexp_split_to_table(f.location, ' ') from employer.job_post_filters f);
analyze employer.search_words;
