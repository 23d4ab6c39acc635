// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {AppGatewayApproval} from "../GatewayTypes.sol";

/// @title Fee pool of the gateway chain
/// @notice Tracks credits. Deposits at the fees plug of any chain add credits one for one, in the fee token's smallest
/// unit. The sum of deposits always equals the sum of available, held, spent and withdrawn credits.
interface IFeesManager {
    /// @notice Returns the credits that `account` can spend now, without those held for its requests.
    function getAvailableCredits(address account) external view returns (uint256);

    /// @notice Transfers credits from one account of the gateway chain to another.
    function transferCredits(address from, address to, uint256 amount) external;

    /// @notice Allows app gateways to spend the caller's credits, or revokes that permission.
    function approveAppGateways(AppGatewayApproval[] calldata approvals) external;

    /// @notice Returns whether `appGateway` may spend the credits of `account`.
    function isApproved(address account, address appGateway) external view returns (bool);

    /// @notice Withdraws the caller's credits to a chain, in the token that was deposited. The withdrawal is a separate
    /// request.
    /// @param chainSlug Chain to withdraw to.
    /// @param token Token to pay out.
    /// @param amount Amount in credits.
    /// @param maxFees Maximum fees of the request in credits.
    /// @param receiver Account on that chain that receives the tokens.
    function withdrawCredits(
        uint32 chainSlug,
        address token,
        uint256 amount,
        uint256 maxFees,
        address receiver
    ) external returns (uint40 requestCount);

    /// @notice Records a deposit that a chain's fees plug logged. Each deposit counts once. Only the watcher can call
    /// it.
    /// @param depositId keccak256(abi.encode(uint32 chainSlug, bytes32 txHash, uint256 logIndex))
    function creditDeposit(
        bytes32 depositId,
        uint32 chainSlug,
        address token,
        address receiver,
        uint256 creditAmount,
        uint256 nativeAmount
    ) external;

    /// @notice Holds credits of `consumeFrom` for a request, in addition to those already held. Only the watcher
    /// contract can call it.
    /// @return feePoolChain Chain on which the transmitter is paid; zero until credits are held.
    /// @return feePoolToken Token in which the transmitter is paid; zero until credits are held.
    function hold(
        uint40 requestCount,
        address appGateway,
        address consumeFrom,
        uint256 amount
    ) external returns (uint32 feePoolChain, address feePoolToken);

    /// @notice Spends `fee` of the credits held for a request and releases the rest. Only the watcher contract can call
    /// it.
    function settle(uint40 requestCount, uint256 fee) external;

    /// @notice Returns the amount of a withdrawal that was cancelled in time. Only the watcher contract can call it.
    function release(uint40 requestCount) external;

    /// @notice Emitted when a deposit at a chain's fees plug is recorded. `creditAmount` credits can be spent on
    /// requests, and `nativeAmount` wei were paid to `receiver` in the gateway chain's native token. Native value that
    /// could not be paid is included in `creditAmount`.
    event CreditsDeposited(
        bytes32 indexed depositId,
        uint32 indexed chainSlug,
        address indexed receiver,
        address token,
        uint256 creditAmount,
        uint256 nativeAmount
    );
    /// @notice Emitted when an account transfers credits to another account of the gateway chain.
    event CreditsTransferred(address indexed from, address indexed to, uint256 amount);
    /// @notice Emitted when an account withdraws credits to a chain. The request `requestCount` pays them out; it can
    /// be cancelled until it is finalized.
    event CreditsWithdrawn(
        uint40 indexed requestCount,
        address indexed account,
        uint32 chainSlug,
        address token,
        uint256 amount,
        address receiver
    );

    /// @notice Emitted when a withdrawal is cancelled before the watcher finalized it. Its amount is available again.
    event CreditsReturned(uint40 indexed requestCount, address indexed account, uint256 amount);

    /// @notice The deposit was already recorded. Each deposit counts once; no action is needed.
    error DepositAlreadyCredited(bytes32 depositId);
    /// @notice The withdrawal has no receiver. Pass the address that receives the tokens: no chain can pay the zero
    /// address, and credits of a finalized withdrawal do not return.
    error ZeroReceiver();
    /// @notice The payer has fewer available credits than the request's maximum fees. Deposit more through a fees plug,
    /// lower `maxFees`, or wait until other requests release credits.
    error InsufficientCredits(address account, uint256 required, uint256 available);
    /// @notice The payer has not allowed this app gateway to spend its credits. It must call `approveAppGateways`
    /// first.
    error NotApproved(address account, address appGateway);
    /// @notice The fee tokens on that chain do not cover the amount because others withdrew there. Withdraw less, or
    /// withdraw on the chain of the deposits.
    error PoolTooSmall(uint32 chainSlug, address token, uint256 required, uint256 available);
}
