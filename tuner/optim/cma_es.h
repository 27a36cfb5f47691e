// CMA-ES whose learning rates adapt to noise (Hansen, arXiv 1604.00772; Nomura, Akimoto and Ono,
// arXiv 2304.03473): a normal distribution of points that moves towards those that were
// ranked best, takes the shape of the steps that paid, and moves the less at a time, the more of
// its steps is noise. It knows nothing of games: points in, a ranking in. One thread at a time.
#pragma once

#include <Eigen/Dense>
#include <algorithm>

#include "tuner/optim/state_codec.h"

namespace rookery::optim {

// What follows from the number of parameters alone.
struct CmaConstants {
  int population = 0;       // points of a generation: 4 + 3 ln n, made even
  int parents = 0;          // of them, the better half: they move the mean
  Eigen::VectorXd weights;  // by rank; the worse half's are negative, and shape the covariance only
  double mu_eff = 0;        // how many parents there are, counted by weight
  double c1 = 0;            // learning rates of the covariance: by the path ...
  double c_mu = 0;          // ... and by the points
  double c_c = 0;           // of the path
  double c_sigma = 0;       // of the step size's path
  double d_sigma = 0;       // its damping
  double expected_norm = 0;  // of a standard normal vector
};
CmaConstants MakeCmaConstants(int parameters);

class CmaEs {
 public:
  // Starts around 0 with a sphere of radius `sigma`, and takes `rate` of its first steps.
  CmaEs(int parameters, double sigma, double rate);

  // The point of a standard normal vector.
  Eigen::VectorXd At(const Eigen::VectorXd& normal) const;
  // The distribution gets no wider than that.
  void KeepWithin(double sigma) { sigma_ = std::min(sigma_, sigma); }
  // A generation: a point a column, the best first.
  void Update(const Eigen::MatrixXd& points);

  const CmaConstants& constants() const { return constants_; }
  const Eigen::VectorXd& mean() const { return mean_; }
  double sigma() const { return sigma_; }
  const Eigen::MatrixXd& shape() const { return shape_; }  // the covariance is sigma^2 shape
  // How much of a step is taken: 1 without noise.
  double mean_rate() const { return mean_signal_.rate; }
  double shape_rate() const { return shape_signal_.rate; }

  void Save(StateWriter* out) const;
  void Restore(StateReader* in);

 private:
  // Moving averages of a generation's step and of its square, and the rate that they advise.
  struct Signal {
    Eigen::MatrixXd step;
    double square = 0;
    double rate = 1;
    void Learn(const Eigen::MatrixXd& local, double memory);
  };
  void Decompose();
  Eigen::MatrixXd Whitening() const;  // shape^(-1/2)
  void MoveSigma(const Eigen::VectorXd& step);
  void MoveShape(const Eigen::MatrixXd& steps, const Eigen::VectorXd& step);
  void TakeAsFarAsItIsSignal(const Eigen::VectorXd& mean, const Eigen::MatrixXd& covariance,
                             const Eigen::MatrixXd& whitening);

  const CmaConstants constants_;
  int64_t generation_ = 0;
  Eigen::VectorXd mean_;
  double sigma_;
  Eigen::MatrixXd shape_;
  Eigen::VectorXd sigma_path_;
  Eigen::VectorXd path_;
  Signal mean_signal_;
  Signal shape_signal_;
  // Of the shape: axes and their lengths.
  Eigen::MatrixXd axes_;
  Eigen::VectorXd lengths_;
};

}  // namespace rookery::optim
