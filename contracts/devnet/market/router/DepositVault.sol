// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {ISwapRouter} from "../interfaces/ISwapRouter.sol";
import {IWrappedNative} from "../interfaces/IWrappedNative.sol";
import {NATIVE, Order} from "../interfaces/MarketTypes.sol";

/// @title The contract at a deposit address
/// @notice Obeys its factory only, which knows the order that the address belongs to.
contract DepositVault {
    using SafeERC20 for IERC20;

    /// @dev A receiver that needs more gas is paid in wrapped tokens.
    uint256 private constant NATIVE_PAYMENT_GAS = 100_000;

    address private immutable _factory;
    ISwapRouter private immutable _router;
    IWrappedNative private immutable _wrappedNative;

    error OnlyFactory();
    /// @dev The keeper rejected the rest of the message fee.
    error ValueNotTaken(address to, uint256 amount);

    modifier onlyFactory() {
        if (msg.sender != _factory) revert OnlyFactory();
        _;
    }

    constructor(ISwapRouter router) {
        _factory = msg.sender;
        _router = router;
        _wrappedNative = IWrappedNative(router.wrappedNative());
    }

    /// @dev Accepts native deposits and what the router returns.
    receive() external payable {}

    /// @notice Executes an order with the deposit. The attached value pays for its message; the rest goes to `keeper`.
    function execute(Order calldata order, address keeper) external payable onlyFactory {
        uint256 value = msg.value;
        if (order.inputToken == NATIVE) value += order.inputAmount;
        else IERC20(order.inputToken).forceApprove(address(_router), order.inputAmount);
        uint256 kept = address(this).balance - value;
        _router.execute{value: value}(order);

        uint256 rest = address(this).balance - kept;
        if (rest == 0) return;
        (bool isTaken, ) = keeper.call{value: rest}("");
        if (!isTaken) revert ValueNotTaken(keeper, rest);
    }

    /// @notice Pays `amount` of a token. Native tokens that the receiver rejects are wrapped.
    /// @return paid Token that was paid.
    function pay(address token, address to, uint256 amount) external onlyFactory returns (address paid) {
        if (token == NATIVE) {
            (bool isTaken, ) = to.call{value: amount, gas: NATIVE_PAYMENT_GAS}("");
            if (isTaken) return NATIVE;
            _wrappedNative.deposit{value: amount}();
            token = address(_wrappedNative);
        }
        IERC20(token).safeTransfer(to, amount);
        return token;
    }
}
