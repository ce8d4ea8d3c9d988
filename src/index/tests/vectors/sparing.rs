//! Requests that are not made: for vectors that were computed before, while the agent works, or
//! without consent; and states that are not reported before they are known.

use super::*;

/// Scans all files without blocking the other tasks.
async fn look_beside(index: &Arc<Index>) {
    let index = Arc::clone(index);
    tokio::task::spawn_blocking(move || look(&index))
        .await
        .unwrap();
}

#[test]
fn a_file_that_was_moved_and_an_index_that_is_built_anew_ask_for_nothing_twice() {
    let (harness, model) = (harness(), Arc::new(Model::new("one")));
    with_vectors(&harness, &model, 100, async |index, told| {
        until(&index, &told, is_ready).await;
        let root = harness.root();
        std::fs::rename(root.join("b/invoice.rs"), root.join("moved.rs")).unwrap();
        look_beside(&index).await;
        until(&index, &told, is_ready).await;
        assert_eq!(closest(&index, "one", "money")[0], "moved.rs");
        let order = index.rebuild();
        let again = Arc::clone(&index);
        tokio::task::spawn_blocking(move || assert!(again.wait_for(order, LONG)))
            .await
            .unwrap();
        let state = until(&index, &told, is_ready).await;
        assert_eq!((state.done, state.total), (4, 4));
        assert_eq!(closest(&index, "one", "try again")[0], "a/backoff.rs");
    });
    assert_eq!(model.asked().len(), 4, "{:?}", model.asked());
}

#[test]
fn the_vectors_of_one_model_are_never_taken_for_those_of_another() {
    let (harness, one) = (harness(), Arc::new(Model::new("one")));
    let two = Arc::new(Model::new("two"));
    for (model, asked) in [(&one, 4), (&two, 4), (&one, 4)] {
        with_vectors(&harness, model, 100, async |index, told| {
            until(&index, &told, is_ready).await;
        });
        assert_eq!(model.asked().len(), asked, "{}", model.name);
    }
}

#[test]
fn vectors_rest_while_the_agent_works_and_go_on_after() {
    let (harness, model) = (harness(), Arc::new(Model::new("one")));
    let Given { index, told, .. } = given(&harness, &model, 100);
    look(&index);
    index.pause_embedding(MachineUse::Busy);
    on_a_runtime(async {
        let task = tokio::spawn(Index::maintain_vectors(Arc::downgrade(&index)));
        let state = until(&index, &told, |state| state.phase == VectorsPhase::Paused).await;
        assert_eq!((state.done, state.total), (0, 4));
        assert_eq!(model.asked(), [""; 0]);
        index.pause_embedding(MachineUse::Free);
        until(&index, &told, is_ready).await;
        task.abort();
    });
    assert_eq!(model.asked().len(), 4);
}

#[test]
fn without_leave_nothing_is_asked_and_with_it_everything() {
    let (harness, model) = (harness(), Arc::new(Model::new("one")));
    let reason = Notice::text("nobody has allowed it");
    *model.leave.lock().unwrap() = EmbedPermission::Withheld(reason.clone());
    with_vectors(&harness, &model, 100, async |index, told| {
        let withheld = VectorsPhase::Withheld {
            reason: reason.clone(),
        };
        until(&index, &told, |state| state.phase == withheld).await;
        let asked = Arc::clone(&index);
        let asked = tokio::task::spawn_blocking(move || asked.question_vector("money", LONG));
        assert_eq!(asked.await.unwrap(), Err(reason));
        assert_eq!(model.asked(), [""; 0]);
        assert_eq!(
            index.answer_consent(Consent::Given).unwrap(),
            Notice::text("it is allowed")
        );
        until(&index, &told, is_ready).await;
    });
    assert_eq!(model.asked().len(), 4);
}

#[test]
fn vectors_are_not_called_ready_before_the_files_are_known() {
    let (harness, model) = (harness(), Arc::new(Model::new("one")));
    let Given { index, told, said } = given(&harness, &model, 100);
    on_a_runtime(async {
        let task = tokio::spawn(Index::maintain_vectors(Arc::downgrade(&index)));
        until(&index, &told, |state| state.phase == VectorsPhase::Pending).await;
        look_beside(&index).await;
        until(&index, &told, is_ready).await;
        harness.put("d/theme.rs", "fn paint() { colour }\n");
        look_beside(&index).await;
        until(&index, &told, |state| is_ready(state) && state.total == 5).await;
        task.abort();
    });
    let said = said.lock().unwrap();
    let too_early = said.iter().find(|state| {
        let vectors = state.vectors.as_ref();
        let is_called_ready = vectors.is_some_and(|made| made.phase == VectorsPhase::Ready);
        let is_whole = vectors.is_some_and(|made| made.done == made.total && made.total > 0);
        is_called_ready && (state.phase != IndexPhase::Ready || !is_whole)
    });
    assert_eq!(too_early, None);
}
