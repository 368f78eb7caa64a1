"""Words of practice: what the scripts say where readers answer, each with what it is for."""

from __future__ import annotations

from collections.abc import Mapping

ANSWERING: Mapping[str, str] = {
    "answer_legend": "the accessible name of the fields to answer the question {id}",
    "check": "the button that checks an answer",
    "guess": "the button beside it, which checks an answer that was a guess",
    "show_answer": "the button that shows the model answer of a question with a free answer",
    "choose_first": "the message if no choice was made",
    "number_first": "the message if what was typed is no number",
    "your_number": "the label of the field for a number",
    "your_words": "the label of the field for an answer in one's own words",
    "your_choice": "the mark of the choice that the reader made; as short as can be",
    "right_answer": "the verdict on a right answer",
    "right_guess": "the verdict on a right answer that was a guess",
    "wrong_choice": "the verdict on a wrong choice, {label}",
    "wrong_several": "the start of the verdict if not exactly the right choices were made",
    "wrong_of_several": "its part with the {labels} of the wrong ones that were chosen",
    "missed_of_several": "its part with the {labels} of the right ones that were not chosen",
    "wrong_statement": "the verdict on a wrong answer to a statement",
    "wrong_number": "the verdict on a wrong number, which is {distance} away from the right one",
    "how_it_went": "the label before the grades that readers give themselves",
    "grade_forgot": "the grade of an answer that was not remembered",
    "grade_hard": "the grade of an answer that took effort or was incomplete",
    "grade_good": "the grade of an answer that was remembered well",
    "graded": "the message that a {grade} was given",
    "other_reasons": "the line that opens the reasons of the other choices",
    "file_labels": "the note that the program of a proof has other labels, with the {pairs} of labels",
    "try_again": "the button that asks the same question again",
    "next_question": "the button that goes to the next question",
    "changed_key": "the note that a question is asked again because something else is right now",
    "dot_open": "the mark of the question {number} that is open",
    "dot_right": "the mark of the question {number} that was answered right",
    "dot_wrong": "the mark of the question {number} that was answered wrong",
    "end_score": "the heading at the end of a quiz, with how many were {right} the first time, of {count}",
    "end_missed": "the label before the questions to look at again",
    "end_all_right": "the sentence if none is left to look at again",
    "retry_missed": "the button that asks the {count} missed questions again",
    "start_over": "the button that begins a quiz anew",
    "review_link": "the link to the review, also on the page about the reader's practice",
    "round_left": "how many questions are left to get right, {count}",
    "round_stop": "the button that ends the round of missed questions",
}
"""What a page with questions needs."""

KEYS: Mapping[str, str] = {
    "keys_title": "the button that opens the list of keys, and the heading over it",
    "keys_on": "the checkbox that switches the keys on and off",
    "keys_about": "the note about when the keys act",
    "keys_close": "the button that closes the list of keys",
    "key_enter": "the name of the Enter key",
    "key_space": "the name of the space bar; as short as can be",
    "key_choose": "what the digits do: choose the answer at that place",
    "key_next": "what a key does: go to the next question or card",
    "key_previous": "what a key does: go to the previous question or card",
}
"""What the list of keys needs besides the words of the buttons that they press."""

SETUP: Mapping[str, str] = {
    "practice_title": "the title of the page to be asked questions of many quizzes, and the link to it",
    "practice_about": "the description of that page",
    "practice_needs_script": "the message of that page without JavaScript",
    "setup_what": "the heading over the collections, courses and topics to choose from",
    "setup_courses": "the heading over the courses of the guide {title}",
    "setup_cards": "the label of the box that adds the cards of the chosen topics",
    "setup_how_many": "the label of the field for the number of questions",
    "setup_all": "the button that fills in all questions there are",
    "setup_how": "the heading over the two ways to be asked",
    "setup_feedback": "the way with a verdict after each question",
    "setup_feedback_about": "the description of that way",
    "setup_exam": "the way without feedback until the end",
    "setup_exam_about": "the description of that way",
    "setup_clock": "the label of the box for an exam with a clock",
    "setup_minutes": "the label of the field for its minutes",
    "setup_start": "the button that draws the questions and begins",
    "take_course": "the link from a course to the page where it can be taken",
    "take_topic": "the link from a topic to the page where it can be taken",
    "take_collection": "the link from a collection to the page where it can be taken",
}
"""What the templates of the set-up form say, and the links to it."""

DRAWING: Mapping[str, str] = {
    "setup_none": "the message that nothing to be asked about has been chosen yet",
    "setup_pool_one": "the message that there is one question to draw from",
    "setup_pool_many": "the message that there are {count} questions to draw from",
    "run_loading": "the message while the questions are fetched",
    "run_failed": "the message that the questions could not be fetched, before the button to try again",
    "run_missing_one": "the message that one question was left out, because it is not on its page any more",
    "run_missing_many": "the same message about {count} questions",
    "run_choose": "the button that goes back to the set-up form",
    "weak_topics": "the heading over the topics in which answers were wrong",
    "weak_topic": "what follows the link to such a topic: {wrong} of {count} answers were wrong",
}
"""What the scripts say where questions are drawn, with feedback or as an exam."""

EXAM: Mapping[str, str] = {
    "exam_question": "which question of an exam is shown: {number} of {count}",
    "exam_open": "the accessible name of the link to question {number} of an exam, without an answer",
    "exam_answered": "the accessible name of the link to question {number} of an exam, with an answer",
    "exam_back": "the button that goes to the question before",
    "exam_next": "the button that goes to the next question",
    "exam_hand_in": "the button that ends an exam",
    "exam_left_one": "the message before that button is pressed again: one question has no answer yet",
    "exam_left_many": "the message before that button is pressed again: {count} questions have no answer yet",
    "exam_anyway": "that button, when it is pressed again",
    "exam_time_left": "the accessible name of the clock",
    "exam_hide_clock": "the button that hides the clock",
    "exam_show_clock": "the button that shows it again",
    "exam_minutes_left": "the message that {count} minutes are left",
    "exam_last_minute": "the message that one minute is left",
    "exam_time_up": "the message that the time was up, and the exam was handed in as it was",
    "exam_result": "the heading over the result of an exam: {right} of {count} right",
    "exam_to_grade_one": "the note that one answer waits to be graded by the reader",
    "exam_to_grade_many": "the note that {count} answers wait to be graded by the reader",
    "exam_not_answered_one": "the note that one question was not answered",
    "exam_not_answered_many": "the note that {count} questions were not answered",
    "exam_took": "the note about the {time} that an exam took",
    "exam_took_of": "the note about the {time} that an exam with a clock took, of the {limit} it had",
    "exam_print": "the button that prints the result",
    "not_answered": "the verdict on a question without an answer",
}
"""What the scripts say in an exam and about its result."""

TROUBLE: Mapping[str, str] = {
    "trouble_blocked": "the line that nothing can be stored, so answers are remembered for this visit only",
    "trouble_full": "the line that there is no more room to store answers",
    "trouble_close": "the button that puts that line away",
}
"""What every page with answers needs if they cannot be stored."""

YOU: Mapping[str, str] = {
    "you_empty": "the sentence where nothing was answered yet",
    "you_start": "the link below it to where to start",
    "you_so_far": "the heading over the figures",
    "you_answered": "what follows how many of {total} questions and cards were answered",
    "you_right": "what follows how many of them were right the last time",
    "you_day_one": "what follows 1 day on which something was answered",
    "you_day_many": "what follows the number of days on which something was answered",
    "you_first_day": "the note that all answers are of one {day}",
    "you_days": "the note with the {first} and the {last} day",
    "you_in_all": "the note with the number of all {answers}, repeated ones included",
    "you_answer_one": "one answer, counted",
    "you_answer_many": "several answers, {count} of them",
    "you_retired": "the note about {count} answers to questions that are no longer in the bank",
    "you_by_collection": "the heading over the figures of each collection",
    "you_by_topic": "the heading over the figures of each topic",
    "you_collection": "the head of the column of collections",
    "you_topic": "the head of the column of topics",
    "you_answered_of": "the head of the column of how many questions were answered",
    "you_right_of": "the head of the column of how many of them were right the last time",
    "you_calibration": "the heading over how often the reader was right when sure and when guessing",
    "you_sure": "the label of the answers that were no guess",
    "you_guess": "the label of the answers that were a guess",
    "you_sure_said": "the sentence that the reader was right {right} of {count} times when sure",
    "you_guess_said": "the sentence that the reader was right {right} of {count} times when guessing",
    "you_calibration_few": "the sentence that it takes {least} answers that were no guess; there are {count}",
    "you_calibration_about": "the note about which answers count there",
    "you_keep": "the heading over what the browser keeps, the download and the loading of files",
    "you_persisted": "the line that the browser promised to keep the answers",
    "you_not_persisted": "the line that the browser made no such promise",
    "you_seven_days": "the line that answers are erased after seven days without a visit, with the remedy",
    "you_backup": "the line with the {day} of the last download",
    "you_backup_never": "the line that nothing was downloaded yet",
    "you_backup_due": "the reminder that it is time to download the answers",
    "you_download": "the button that downloads all answers",
    "you_downloaded": "the message that all {count} answers are in the file {name}",
    "you_load": "the label of the field for a file to load",
    "you_adds": "the sentence that a file would add {answers} from {devices}, and has {known} that are here",
    "you_device_one": "one device, counted",
    "you_device_many": "several devices, {count} of them",
    "you_adds_nothing": "the sentence that a file has nothing that is not here",
    "you_add": "the button that adds what is in the file",
    "you_cancel": "the button that leaves everything as it is",
    "you_adding": "the message while answers are being added",
    "you_added": "the message that {count} answers were added",
    "you_refused_damaged": "the sentence that a file is damaged",
    "you_refused_foreign": "the sentence that a file is none of this site",
    "you_refused_future": "the sentence that a file comes from a newer version of the site",
    "you_refused_large": "the sentence that a file is too large",
    "you_erase": "the heading over erasing, and the button that asks before it erases",
    "you_erase_what": "the label of the field for what to erase",
    "you_everything": "the choice of everything there",
    "you_erase_ask": "the question whether to erase {answers} of {what}",
    "you_erase_now": "the button that erases {answers}",
    "you_erased": "the message that {count} answers of {what} were erased",
    "you_no_map": "the line that the list of questions could not be loaded, but {count} answers are here",
}
"""What the scripts of the page about the reader's practice need."""

PROGRESS: Mapping[str, str] = {
    "continue": "the label before the quiz or deck where the reader stopped, on the home page",
    "continue_answered": "how much of it is answered: {answered} of {total} questions or cards",
    "progress": "how many questions or cards were answered right, {right} of {total}; as short as can be",
    "progress_right": "what follows these numbers for screen readers: that they were answered right",
    "progress_complete": "what follows them if all were answered right",
}
"""What a page that shows how far a reader is needs."""

PRACTICE: Mapping[str, str] = {
    **{**ANSWERING, **TROUBLE, **KEYS, **PROGRESS},
    **{**SETUP, **DRAWING, **EXAM, **YOU},
}
"""Every word of practice."""
