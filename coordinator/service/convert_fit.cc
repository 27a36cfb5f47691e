#include "coordinator/service/convert_fit.h"

#include "coordinator/service/stamp.h"

namespace rookery::coordinator {
namespace {

FitSet FromProto(const v1::FitSet& set) {
  return {set.positions(),
          set.games(),
          set.log_loss_before(),
          set.log_loss_after(),
          set.squared_error_before(),
          set.squared_error_after()};
}

v1::FitSet ToProto(const FitSet& set) {
  v1::FitSet message;
  message.set_positions(set.positions);
  message.set_games(set.games);
  message.set_log_loss_before(set.log_loss_before);
  message.set_log_loss_after(set.log_loss_after);
  message.set_squared_error_before(set.squared_error_before);
  message.set_squared_error_after(set.squared_error_after);
  return message;
}

FittedWeight FromProto(const v1::FittedWeight& weight) {
  FittedWeight one;
  one.name = weight.name();
  one.group = weight.group();
  one.before = weight.before();
  one.after = weight.after();
  one.value = weight.value();
  one.error = weight.error();
  if (weight.has_move_in_errors()) one.move_in_errors = weight.move_in_errors();
  one.positions = weight.positions();
  one.note = static_cast<FitNote>(weight.note());
  return one;
}

v1::FittedWeight ToProto(const FittedWeight& one) {
  v1::FittedWeight weight;
  weight.set_name(one.name);
  weight.set_group(one.group);
  weight.set_before(one.before);
  weight.set_after(one.after);
  weight.set_value(one.value);
  weight.set_error(one.error);
  if (one.move_in_errors) weight.set_move_in_errors(*one.move_in_errors);
  weight.set_positions(one.positions);
  weight.set_note(static_cast<v1::FitNote>(one.note));
  return weight;
}

}  // namespace

FitReport FromProto(const v1::FitReport& message) {
  FitReport report;
  report.train = FromProto(message.train());
  report.test = FromProto(message.test());
  for (const v1::FitPass& pass : message.passes()) {
    FitPass& one = report.passes.emplace_back();
    one.train = pass.train();
    if (pass.has_test()) one.test = pass.test();
  }
  for (const v1::FittedWeight& one : message.weights()) report.weights.push_back(FromProto(one));
  report.data = message.data();
  report.start = message.start();
  report.start_weights = message.start_weights_sha256();
  report.fitted_weights = message.fitted_weights_sha256();
  report.prior_steps = message.prior_steps();
  report.result_share = message.result_share();
  report.k = message.k();
  report.k_scores = message.k_scores();
  report.k_after = message.k_after();
  report.anchored = message.anchored();
  report.in_check = message.in_check();
  report.decided = message.decided();
  report.restless = message.restless();
  report.faulty = message.faulty();
  report.games_known = message.games_known();
  return report;
}

v1::Fit ToHeadProto(const Fit& fit) {
  const FitReport& report = fit.report;
  v1::Fit message;
  message.set_name("fits/" + fit.id);
  message.set_title(fit.title);
  message.set_owner(fit.owner);
  Fill(*message.mutable_create_time(), fit.created);
  message.set_weights(report.weights.size());
  message.set_moved(MovedWeights(report));
  v1::FitReport& head = *message.mutable_report();
  *head.mutable_train() = ToProto(report.train);
  *head.mutable_test() = ToProto(report.test);
  head.set_data(report.data);
  head.set_start(report.start);
  head.set_start_weights_sha256(report.start_weights);
  head.set_fitted_weights_sha256(report.fitted_weights);
  head.set_prior_steps(report.prior_steps);
  head.set_result_share(report.result_share);
  head.set_k(report.k);
  head.set_k_scores(report.k_scores);
  head.set_k_after(report.k_after);
  head.set_anchored(report.anchored);
  head.set_in_check(report.in_check);
  head.set_decided(report.decided);
  head.set_restless(report.restless);
  head.set_faulty(report.faulty);
  head.set_games_known(report.games_known);
  return message;
}

v1::Fit ToProto(const Fit& fit) {
  v1::Fit message = ToHeadProto(fit);
  v1::FitReport& whole = *message.mutable_report();
  for (const FitPass& pass : fit.report.passes) {
    v1::FitPass& one = *whole.add_passes();
    one.set_train(pass.train);
    if (pass.test) one.set_test(*pass.test);
  }
  for (const FittedWeight& one : fit.report.weights) *whole.add_weights() = ToProto(one);
  return message;
}

}  // namespace rookery::coordinator
